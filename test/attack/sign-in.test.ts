// Proofs of identity that are replayed, used by others, too late, or for another purpose.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { run, walletOf } from '../support/drops.ts'
import { ask } from '../support/http.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { Tally } from './attack-runs.ts'

const AT_ONCE = 50

describe.each(['sqlite', 'postgres'] as const)('on %s', (database) => {
  let server: TestServer
  const tally = new Tally(`replayed and forged credentials on ${database}`)
  beforeAll(async () => {
    server = await startServer({ database, env: { AUTH_FAILURES_PER_MINUTE: '0' } })
  })
  afterAll(async () => {
    tally.tell()
    expect(await server?.stop()).toEqual({ code: 0, signal: null })
  })

  const challengeOf = async (address: string): Promise<string> =>
    String((await ask(`${server.url}/auth/challenge`, { body: { address } })).json?.['message'])
  const verify = async (address: string, signature: string, key?: string) => {
    const answer = await ask(`${server.url}/auth/verify`, { body: { address, signature }, key })
    tally.add(answer.status === 200 ? 'let in, as they should be' : `refused ${answer.status}`)
    return answer
  }
  const statusOf = async (key: string) => {
    const { status } = await server.graphql('{ me { id } }', {}, { key })
    tally.add(status === 200 ? 'let in, as they should be' : `refused ${status}`)
    return status
  }

  it(`a challenge opens one session, when it is answered ${AT_ONCE} times at once`, async () => {
    const { address, sign } = walletOf(1)
    const signature = await sign(await challengeOf(address))
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => verify(address, signature)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...new Array(AT_ONCE - 1).fill(401)])
    expect((await verify(address, signature)).status).toBe(401)
  })

  it('a challenge belongs to one wallet: no other wallet can sign or submit it', async () => {
    const [victim, thief] = [walletOf(2), walletOf(3)]
    const message = await challengeOf(victim.address)
    await challengeOf(thief.address)
    expect((await verify(victim.address, await thief.sign(message))).status).toBe(401)
    expect((await verify(thief.address, await thief.sign(message))).status).toBe(401)
    expect((await verify(thief.address, await victim.sign(message))).status).toBe(401)
  })

  it('a challenge names its site, and the message of another site is refused', async () => {
    const { address, sign } = walletOf(4)
    const message = await challengeOf(address)
    expect(message).toContain(new URL(server.url).host)
    const changed = [
      message.replace(new URL(server.url).host, 'evil.invalid'),
      message.replace(/Nonce: \w+/, `Nonce: ${'0'.repeat(32)}`),
      message.replace(/Issued at: .*/, 'Issued at: 2999-01-01T00:00:00.000Z'),
      `${message}\n`,
      ` ${message}`,
      message.toUpperCase(),
      '',
    ]
    for (const text of changed) expect((await verify(address, await sign(text))).status).toBe(401)
    expect((await verify(address, await sign(message))).status).toBe(200)
  })

  it('a signature is as the wallet made it', async () => {
    const { address, sign } = walletOf(5)
    const signature = await sign(await challengeOf(address))
    const bytes = Buffer.from(signature, 'base64')
    const flipped = Array.from({ length: bytes.length }, (_, index) => {
      const copy = Buffer.from(bytes)
      copy[index] = (copy[index] as number) ^ 1
      return copy.toString('base64')
    })
    const forged = [
      ...flipped,
      signature.slice(0, -4),
      bytes.subarray(0, 65).toString('base64'),
      'AA==',
      '',
      '*',
      `${signature}${signature}`,
    ]
    for (const one of forged) {
      const { status } = await verify(address, one)
      expect([400, 401]).toContain(status)
    }
    expect((await verify(address, signature)).status).toBe(200)
  })

  it('an API key is good as it is, and not with a letter more, less or other', async () => {
    const { secret } = await run<{ secret: string }>(
      server,
      'mutation { createApiKey(input: { name: "whole" }) { secret } }',
    )
    const other = (letter: string) => (letter === 'x' ? 'y' : 'x')
    const bad = [
      ...Array.from({ length: secret.length }, (_, end) => secret.slice(0, end)),
      ...Array.from(
        { length: secret.length },
        (_, at) => secret.slice(0, at) + other(secret[at] ?? '') + secret.slice(at + 1),
      ),
      `${secret}x`,
      `${secret}${secret}`,
      `${secret}, ${secret}`,
      secret.toUpperCase(),
      secret.toLowerCase(),
      secret.replace('dk_', 'ds_'),
      'dk_',
      'null',
      'undefined',
      '*',
      '%',
      "' OR '1'='1",
    ].filter((one) => one !== secret)
    for (const one of bad) expect({ one, status: await statusOf(one) }).toEqual({ one, status: 401 })
    expect(await statusOf(secret)).toBe(200)
  })

  it('a key is rejected from the moment it is revoked, for all simultaneous requests', async () => {
    const created = await run<{ secret: string; apiKey: { id: string } }>(
      server,
      'mutation { createApiKey(input: { name: "short" }) { secret apiKey { id } } }',
    )
    expect(await statusOf(created.secret)).toBe(200)
    await run(server, 'mutation ($id: ID!) { revokeApiKey(id: $id) }', { id: created.apiKey.id })
    const statuses = await Promise.all(Array.from({ length: AT_ONCE }, () => statusOf(created.secret)))
    expect(new Set(statuses)).toEqual(new Set([401]))
  })

  // This test is the last one, because the clock cannot be set back.
  it('a challenge ends after five minutes, and a session after its time', async () => {
    const { address, sign } = walletOf(6)
    const late = await sign(await challengeOf(address))
    await server.fakeChain('advance', { seconds: 301 })
    expect((await verify(address, late)).status).toBe(401)
    const { json } = await verify(address, await sign(await challengeOf(address)))
    const token = String(json?.['token'])
    expect(await statusOf(token)).toBe(200)
    expect(await statusOf(`${token}x`)).toBe(401)
    expect(await statusOf(token.slice(0, -1))).toBe(401)
    const secondsLeft = Math.ceil((Date.parse(String(json?.['expiresAt'])) - Date.now()) / 1_000)
    await server.fakeChain('advance', { seconds: secondsLeft })
    expect(await statusOf(token)).toBe(401)
  })
})

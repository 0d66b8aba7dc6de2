// The server's reaction when the chain shows that someone else has a drop's key.
import { voucherBytes } from '@dropkit/adapter-chain'
import { amountOf, parseAddress } from '@dropkit/core'
import { Ed25519Keypair } from '@mysten/sui/keypairs/ed25519'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Claimed, claimDrop, createDrop, eventually } from './support/drops.ts'
import { ask } from './support/http.ts'
import { startServer, type TestServer } from './support/server.ts'

const THIEF = '0xbad'

describe.each(['sqlite', 'postgres'] as const)('a stolen key, on %s', (database) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer({ database })
  })
  afterAll(async () => {
    expect(await server.stop()).toEqual({ code: 0, signal: null })
  })

  const statusOf = async (id: string) => {
    const { data } = await server.graphql('query ($id: ID!) { drop(id: $id) { status } }', { id })
    return (data as { drop: { status: string } }).drop.status
  }

  /** Creates vouchers as the service does, for a drop whose private key was stolen. */
  async function stealKey(dropId: string) {
    const rotated = await ask(`${server.url}/drops/${dropId}/rotate-key`, {
      body: { reason: 'to know it' },
      key: server.apiKey,
    })
    const key = Ed25519Keypair.fromSecretKey(String(rotated.json?.['newPrivateKey']))
    return async ({ dropInfo }: Claimed, nonce: number) => {
      const [vault, claimer] = [parseAddress(dropInfo.dropObjectId, 'vault'), parseAddress(THIEF, 'thief')]
      if (!vault.ok || !claimer.ok) throw new Error('no addresses')
      const expiresAt = Date.now() + 600_000
      const amount = amountOf(10n)
      const voucher = { dropObjectId: vault.value, claimer: claimer.value, amount, nonce, expiresAt }
      const signature = Buffer.from(await key.sign(voucherBytes(voucher))).toString('base64')
      const asked = { ...voucher, amount: '10', expiry: String(expiresAt), signature }
      return (await server.fakeChain('claim', asked)).status
    }
  }

  it('stops the drop and its vault until the owner resumes it', async () => {
    const isPaused = (status: string) => status === 'PAUSED'
    const dropId = await createDrop(server)
    const steal = await stealKey(dropId)
    const claimed = await claimDrop(server, dropId, '0x1')
    expect(await steal(claimed, 50)).toBe(200)
    expect(await eventually(() => statusOf(dropId), isPaused)).toBe('PAUSED')
    // The vault's pause follows in another transaction. An invalid voucher is refused in either case.
    const honest = { ...claimed.claimParams, ...claimed.dropInfo, claimer: '0x1' }
    const whyNot = async () => {
      const { body } = await server.fakeChain('claim', { ...honest, amount: '2' })
      return JSON.stringify(body)
    }
    expect(await eventually(whyNot, (text) => text.includes('EPaused'))).toContain('EPaused')
    expect(await steal(claimed, 51)).toBe(422)
    expect((await server.fakeChain('claim', honest)).status).toBe(422)

    const { data } = await server.graphql('{ events(types: ["drop.paused"], limit: 5) { data } }')
    const { events } = data as { events: { data: Record<string, unknown> }[] }
    expect(events).toHaveLength(1)
    expect(events[0]?.data).toMatchObject({ dropId, reason: 'unknown_claim', nonce: 50, amount: '10' })
    const metrics = await (await fetch(`${server.url}/metrics`)).text()
    expect(metrics).toContain('dropkit_vault_alarms 1')

    const rotated = await ask(`${server.url}/drops/${dropId}/rotate-key`, {
      body: { reason: 'It was stolen' },
      key: server.apiKey,
    })
    expect(rotated.status).toBe(200)
    const resume = 'mutation ($id: ID!) { updateDrop(id: $id, input: { status: ACTIVE }) { status } }'
    expect((await server.graphql(resume, { id: dropId })).data).toEqual({ updateDrop: { status: 'ACTIVE' } })
    const again = await claimDrop(server, dropId, '0x1')
    const taken = { ...again.claimParams, ...again.dropInfo, claimer: '0x1' }
    const takeIt = async () => (await server.fakeChain('claim', taken)).status
    expect(await eventually(takeIt, (status) => status === 200)).toBe(200)
    expect(await steal(claimed, 9_999)).toBe(422)
    expect(await statusOf(dropId)).toBe('ACTIVE')
  })
})

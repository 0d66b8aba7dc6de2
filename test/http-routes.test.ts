import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Claimed, claimDrop, createDrop, run, walletOf } from './support/drops.ts'
import { ask } from './support/http.ts'
import { startServer, type TestServer } from './support/server.ts'

const me = '{ me { username walletAddress identityProviderId } }'
const unknownDrop = `drop_${'0'.repeat(32)}`

describe.each(['sqlite', 'postgres'] as const)('on %s', (database) => {
  let server: TestServer
  let stranger: string
  beforeAll(async () => {
    server = await startServer({ database, env: { AUTH_FAILURES_PER_MINUTE: '0' } })
    stranger = (await signIn(9)).token
  })
  afterAll(async () => {
    expect(await server.stop()).toEqual({ code: 0, signal: null })
  })

  type Session = { token: string; expiresAt: string; user: Record<string, unknown> }

  async function signIn(wallet: number, key?: string): Promise<Session> {
    const { address, sign } = walletOf(wallet)
    const challenge = await ask(`${server.url}/auth/challenge`, { body: { address } })
    const signature = await sign(String(challenge.json?.['message']))
    const verified = await ask(`${server.url}/auth/verify`, { body: { address, signature }, key })
    if (verified.status !== 200) throw new Error(verified.text)
    return verified.json as Session
  }

  describe('signing in with a wallet', () => {
    it('gives a session by which the wallet is known', async () => {
      const { address } = walletOf(1)
      const session = await signIn(1)
      expect(session).toEqual({
        token: expect.stringMatching(/^ds_[0-9A-Za-z]{43}$/),
        expiresAt: expect.stringMatching(/^\d{4}-.*Z$/),
        user: expect.objectContaining({ walletAddress: address, identityProviderId: `wallet:${address}` }),
      })
      const { data } = await server.graphql(me, {}, { key: session.token })
      expect(data).toMatchObject({ me: { walletAddress: address } })
      expect((await signIn(1)).user['id']).toBe(session.user['id'])
    })

    it('ends when the user signs out', async () => {
      const session = await signIn(7)
      const end = (key: string | undefined) => ask(`${server.url}/auth/end`, { method: 'POST', key })
      const status = async () => (await server.graphql('{ me { id } }', {}, { key: session.token })).status
      expect(await status()).toBe(200)
      expect((await end(session.token)).status).toBe(204)
      expect(await status()).toBe(401)
      expect([(await end(session.token)).status, (await end(undefined)).status]).toEqual([401, 401])
      expect((await end(server.apiKey)).json).toMatchObject({ code: 'CONFLICT' })
    })

    it('links the wallet to the user of the credential, and to no other user after that', async () => {
      const session = await signIn(4, server.apiKey)
      expect(session.user).toMatchObject({ username: 'admin', walletAddress: walletOf(4).address })
      expect((await signIn(4)).user).toMatchObject({ username: 'admin' })
      const { address, sign } = walletOf(4)
      const { json } = await ask(`${server.url}/auth/challenge`, { body: { address } })
      const body = { address, signature: await sign(String(json?.['message'])) }
      const taken = await ask(`${server.url}/auth/verify`, { body, key: stranger })
      expect(taken).toMatchObject({ status: 409, json: { code: 'CONFLICT' } })
    })

    it('names the field that cannot be read, and refuses a bad credential beside it', async () => {
      const challenge = (body: unknown, key?: string) => ask(`${server.url}/auth/challenge`, { body, key })
      for (const body of [{}, { address: 1 }, { address: 'me' }]) {
        expect(await challenge(body)).toMatchObject({
          status: 400,
          json: { code: 'BAD_USER_INPUT', field: 'address', error: expect.stringContaining('address') },
        })
      }
      expect(await challenge([])).toMatchObject({ status: 400, json: { field: 'body' } })
      expect(await challenge('{')).toMatchObject({ status: 400, json: { code: 'BAD_USER_INPUT' } })
      const address = walletOf(5).address
      expect((await challenge({ address }, 'unknown')).status).toBe(401)
      const verify = await ask(`${server.url}/auth/verify`, { body: { address } })
      expect(verify).toMatchObject({ status: 400, json: { field: 'signature' } })
    })
  })

  describe('a drop’s owner', () => {
    const NOT_ROTATED = { success: false, newPublicKey: null, newPrivateKey: null, transactionDigest: null }
    const rotate = (
      dropId: string,
      body: unknown = { reason: 'test' },
      key: string | undefined = server.apiKey,
    ) => ask(`${server.url}/drops/${dropId}/rotate-key`, { body, key })
    const claimOnChain = ({ claimParams, dropInfo }: Claimed, claimer: string) =>
      server.fakeChain('claim', { ...claimParams, ...dropInfo, claimer })

    it('rotates its key: old vouchers are worth nothing, new ones are good', async () => {
      const dropId = await createDrop(server)
      const before = await claimDrop(server, dropId, '0x1')
      const rotated = await rotate(dropId)
      expect(rotated).toMatchObject({ status: 200, json: { success: true, error: null } })
      expect(rotated.json).toEqual({
        success: true,
        newPublicKey: expect.stringMatching(/^[A-Za-z0-9+/]{43}=$/),
        newPrivateKey: expect.stringMatching(/^suiprivkey1/),
        transactionDigest: expect.any(String),
        error: null,
      })
      expect(rotated.headers.get('cache-control')).toBe('no-store')
      expect(await claimOnChain(before, '0x1')).toMatchObject({ status: 422 })
      const after = await claimDrop(server, dropId, '0x1')
      expect(after.claimParams.nonce).toBe(before.claimParams.nonce)
      expect(await claimOnChain(after, '0x1')).toMatchObject({ status: 200 })
      const { newPrivateKey, newPublicKey } = rotated.json ?? {}
      expect((await rotate(dropId)).json?.['newPublicKey']).not.toBe(newPublicKey)
      const back = await rotate(dropId, { reason: 'back', newPrivateKey })
      expect(back.json).toMatchObject({ success: true, newPublicKey, newPrivateKey })
    })

    it.runIf(database === 'sqlite')(
      'does not get the new private key if the operator has set SHOW_ROTATED_KEY=0',
      async () => {
        const quiet = await startServer({ env: { SHOW_ROTATED_KEY: '0' } })
        try {
          const url = `${quiet.url}/drops/${await createDrop(quiet)}/rotate-key`
          const { json } = await ask(url, { body: { reason: 'test' }, key: quiet.apiKey })
          expect(json).toMatchObject({ success: true, newPublicKey: expect.any(String), newPrivateKey: null })
        } finally {
          await quiet.stop()
        }
      },
    )

    it('names the setting that sponsored claims need', async () => {
      const url = `${server.url}/drops/${await createDrop(server)}/sponsor`
      const body = { senderAddress: '0x1', transactionKindBytes: 'AA==' }
      expect(await ask(url, { body, key: server.apiKey })).toMatchObject({
        status: 404,
        json: { error: expect.stringContaining('SUI_SPONSOR_BUDGET_MIST') },
      })
    })

    it('reports in one format why a key is not rotated', async () => {
      const dropId = await createDrop(server)
      const refusals: [number, Awaited<ReturnType<typeof rotate>>][] = [
        [401, await ask(`${server.url}/drops/${dropId}/rotate-key`, { body: { reason: 'test' } })],
        [401, await rotate(dropId, { reason: 'test' }, 'unknown')],
        [403, await rotate(dropId, { reason: 'test' }, stranger)],
        [404, await rotate(unknownDrop)],
        [404, await rotate('nothing')],
        [400, await rotate(dropId, {})],
        [400, await rotate(dropId, [])],
        [400, await rotate(dropId, '{')],
        [400, await rotate(dropId, { reason: 'test', newPrivateKey: 'suiprivkey1nothing' })],
        [400, await rotate(dropId, { reason: 'test', newPrivateKey: 5 })],
      ]
      for (const [status, answer] of refusals) {
        const expected = { ...NOT_ROTATED, error: expect.stringMatching(/./) }
        expect({ status: answer.status, json: answer.json }).toEqual({ status, json: expected })
      }
    })

    it('returns all claims as CSV, oldest first, to the owner only', async () => {
      const dropId = await createDrop(server)
      const claims = await Promise.all(
        Array.from({ length: 30 }, (_, n) => claimDrop(server, dropId, `0x${(n + 1).toString(16)}`)),
      )
      const url = `${server.url}/drops/${dropId}/claims.csv`
      const csv = await ask(url, { key: server.apiKey })
      expect(csv.status).toBe(200)
      expect(csv.headers.get('content-type')).toMatch(/^text\/csv; charset=utf-8/)
      expect(csv.headers.get('content-disposition')).toBe(`attachment; filename="${dropId}-claims.csv"`)
      const [head, ...rows] = csv.text.trimEnd().split('\r\n')
      expect(head).toBe('id,sequence,userAddress,amount,status,streak,createdAt,claimedAt,txHash')
      expect(rows.map((row) => Number(row.split(',')[1]))).toEqual(
        Array.from({ length: 30 }, (_, n) => n + 1),
      )
      expect(rows.map((row) => row.split(',')[0]).toSorted()).toEqual(
        claims.map(({ claim }) => claim.id).toSorted(),
      )
      expect((await ask(url)).status).toBe(401)
      expect((await ask(url, { key: stranger })).status).toBe(403)
      const missing = await ask(`${server.url}/drops/${unknownDrop}/claims.csv`, { key: server.apiKey })
      expect(missing).toMatchObject({ status: 404, json: { error: 'Drop not found', code: 'NOT_FOUND' } })
    })
  })

  describe('an upload', () => {
    const png =
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
    const upload = (file: string, filename: string, contentType: string) =>
      run<{ url: string; size: number; filename: string; contentType: string }>(
        server,
        'mutation($input: UploadFileInput!) { uploadFile(input: $input) { url size filename contentType } }',
        { input: { file, filename, contentType } },
      )
    const base64 = (text: string) => Buffer.from(text).toString('base64')

    it('is shown when it is the picture that it claims to be', async () => {
      const { url, size } = await upload(`data:image/png;base64,${png}`, 'dot.png', 'image/png')
      expect(url.startsWith(`${server.url}/files/`)).toBe(true)
      const response = await fetch(url)
      const bytes = Buffer.from(await response.arrayBuffer())
      expect(bytes.equals(Buffer.from(png, 'base64'))).toBe(true)
      expect(bytes.length).toBe(size)
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'image/png',
        'content-length': String(size),
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringMatching(/default-src 'none'.*sandbox/),
        'cache-control': 'public, max-age=31536000, immutable',
        'content-disposition': expect.stringMatching(/^inline/),
      })
    })

    it('is served in ranges, and is not sent again to a client that has it', async () => {
      const { url } = await upload(base64('0123456789'), 'digits.txt', 'text/plain')
      const part = (range: string, headers = {}) => ask(url, { headers: { range, ...headers } })
      expect(await part('bytes=2-4')).toMatchObject({ status: 206, text: '234' })
      expect((await part('bytes=2-4')).headers.get('content-range')).toBe('bytes 2-4/10')
      expect(await part('bytes=7-')).toMatchObject({ status: 206, text: '789' })
      expect(await part('bytes=-2')).toMatchObject({ status: 206, text: '89' })
      expect(await part('bytes=0-1,3-4')).toMatchObject({ status: 200, text: '0123456789' })
      expect(await part('bytes=10-')).toMatchObject({ status: 416 })
      const { headers } = await ask(url)
      expect(headers.get('content-type')).toBe('application/octet-stream')
      expect(headers.get('content-disposition')).toContain('attachment; filename="digits.txt"')
      const etag = headers.get('etag') ?? ''
      expect(await ask(url, { headers: { 'if-none-match': etag } })).toMatchObject({ status: 304, text: '' })
      expect(await part('bytes=2-4', { 'if-range': '"other"' })).toMatchObject({ status: 200 })
      const head = await ask(url, { method: 'HEAD' })
      expect([head.status, head.headers.get('content-length'), head.text]).toEqual([200, '10', ''])
    })

    it('is gone once its uploader has removed it, and the same bytes under another address are not', async () => {
      const [one, other] = [
        await upload(base64('twice'), 'one.txt', 'text/plain'),
        await upload(base64('twice'), 'other.txt', 'text/plain'),
      ]
      const remove = 'mutation($url: String!) { deleteFile(input: { url: $url }) }'
      expect((await server.graphql(remove, { url: one.url }, { key: stranger })).errors?.[0]?.message).toBe(
        'File not found',
      )
      expect((await server.graphql(remove, { url: one.url })).data).toEqual({ deleteFile: true })
      expect(await ask(one.url)).toMatchObject({ status: 404, json: { error: 'File not found' } })
      expect(await ask(other.url)).toMatchObject({ status: 200, text: 'twice' })
    })
  })
})

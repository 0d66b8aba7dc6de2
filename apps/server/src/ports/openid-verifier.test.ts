import { createServer, type Server } from 'node:http'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createOpenIdVerifier } from './openid-verifier.ts'

const issuer = 'https://id.example/'
const audience = 'drops'

type Keys = Awaited<ReturnType<typeof generateKeyPair>>
let keys: Keys
let strangers: Keys
let server: Server
let jwksUrl: string
let published: object[] = []
let looks = 0
let isDown = false

beforeAll(async () => {
  keys = await generateKeyPair('ES256')
  strangers = await generateKeyPair('ES256')
  published = [{ ...(await exportJWK(keys.publicKey)), kid: 'one', alg: 'ES256' }]
  server = createServer((_request, response) => {
    looks++
    if (isDown) return response.writeHead(500).end()
    return response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ keys: published }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  jwksUrl = `http://127.0.0.1:${(server.address() as { port: number }).port}/keys`
})
afterAll(() => void server.close())

const warnings: string[] = []
const log = { warn: (message: string) => void warnings.push(message) }
const verifier = (cooldownMs = 0) =>
  createOpenIdVerifier({ issuer, audience, jwksUrl, clock: { now: Date.now }, log, cooldownMs })

interface Wish {
  readonly claims?: Record<string, unknown>
  readonly by?: Keys
  readonly kid?: string
  readonly expires?: number | null
}

const nowSeconds = () => Math.floor(Date.now() / 1_000)

function token({ claims = {}, by = keys, kid = 'one', expires = nowSeconds() + 60 }: Wish = {}) {
  const given = { sub: 'idp|ada', iss: issuer, aud: audience, ...claims }
  const jwt = new SignJWT(given).setProtectedHeader({ alg: 'ES256', kid }).setIssuedAt()
  if (expires !== null) jwt.setExpirationTime(expires)
  return jwt.sign(by.privateKey)
}

describe('a token of an OpenID provider', () => {
  it('returns the subject of the token', async () => {
    const { verify } = await verifier()
    const email = 'ada@example.org'
    expect(await verify(await token())).toEqual({ subject: 'idp|ada', email: null })
    expect(await verify(await token({ claims: { email } }))).toEqual({ subject: 'idp|ada', email })
    expect(await verify(await token({ claims: { email, email_verified: false } }))).toMatchObject({
      email: null,
    })
    expect(await verify(await token({ claims: { aud: ['others', audience] } }))).not.toBeNull()
  })

  it('is good for a few seconds more than it says, for clocks differ', async () => {
    const { verify } = await verifier()
    expect(await verify(await token({ expires: nowSeconds() - 2 }))).not.toBeNull()
    expect(await verify(await token({ expires: nowSeconds() - 30 }))).toBeNull()
  })

  it.each<[string, Wish]>([
    ['of another issuer', { claims: { iss: 'https://other.example/' } }],
    ['for another audience', { claims: { aud: 'others' } }],
    ['without an audience', { claims: { aud: undefined } }],
    ['without an end', { expires: null }],
    ['that is not good yet', { claims: { nbf: nowSeconds() + 600 } }],
    ['without a subject', { claims: { sub: '' } }],
    ['whose subject is a local user here', { claims: { sub: 'local:admin' } }],
    ['whose subject is a wallet here', { claims: { sub: `wallet:0x${'1'.repeat(64)}` } }],
  ])('%s is rejected', async (_what, wish) => {
    const { verify } = await verifier()
    expect(await verify(await token(wish))).toBeNull()
  })

  it('is rejected if another key, a shared secret or nothing signed it', async () => {
    const { verify } = await verifier()
    expect(await verify(await token({ by: strangers }))).toBeNull()
    const claims = { sub: 'idp|ada', iss: issuer, aud: audience, exp: nowSeconds() + 60 }
    const secret = new TextEncoder().encode(JSON.stringify(published[0]))
    const symmetric = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: 'one' }).sign(secret)
    expect(await verify(symmetric)).toBeNull()
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    expect(await verify(`${part({ alg: 'none' })}.${part(claims)}.`)).toBeNull()
    expect(await verify('a.b.c')).toBeNull()
  })
})

describe('the keys of a provider', () => {
  it('are fetched once, and again if one is missing, but not for every request', async () => {
    const { verify } = await verifier(60_000)
    looks = 0
    for (let time = 0; time < 10; time++) expect(await verify(await token())).not.toBeNull()
    expect(looks).toBe(1)
    for (let time = 0; time < 10; time++) expect(await verify(await token({ kid: 'two' }))).toBeNull()
    expect(looks).toBe(1)
  })

  it('may change while the server runs', async () => {
    const { verify } = await verifier()
    const before = published
    expect(await verify(await token())).not.toBeNull()
    published = [{ ...(await exportJWK(strangers.publicKey)), kid: 'next', alg: 'ES256' }]
    expect(await verify(await token({ by: strangers, kid: 'next' }))).not.toBeNull()
    published = before
  })

  it('rejects all tokens if the keys cannot be fetched, and logs it', async () => {
    const { verify } = await verifier()
    warnings.length = 0
    isDown = true
    expect(await verify(await token())).toBeNull()
    expect(warnings).toEqual(['the keys of the OpenID provider cannot be read'])
    isDown = false
    expect(await verify(await token())).not.toBeNull()
    expect(await verify(await token({ by: strangers }))).toBeNull()
    expect(warnings).toHaveLength(1)
  })
})

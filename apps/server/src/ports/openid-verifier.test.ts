import { createHmac, createPublicKey, createSign } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import { exportJWK, exportPKCS8, exportSPKI, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createOpenIdVerifier } from './openid-verifier.ts'

describe('an OpenID token', () => {
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

    it('has no email if its email has characters that cannot be stored', async () => {
      const { verify } = await verifier()
      for (const email of ['ada\u0000@example.org', '\ud83d@example.org'])
        expect(await verify(await token({ claims: { email } }))).toEqual({ subject: 'idp|ada', email: null })
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
      ['whose subject has a control character', { claims: { sub: 'idp|\u0000ada' } }],
      ['whose subject has half of a surrogate pair', { claims: { sub: 'idp|\ud83d' } }],
    ])('%s is rejected', async (_what, wish) => {
      const { verify } = await verifier()
      expect(await verify(await token(wish))).toBeNull()
    })

    it('is rejected if another key, a shared secret or nothing signed it', async () => {
      const { verify } = await verifier()
      expect(await verify(await token({ by: strangers }))).toBeNull()
      const claims = { sub: 'idp|ada', iss: issuer, aud: audience, exp: nowSeconds() + 60 }
      const secret = new TextEncoder().encode(JSON.stringify(published[0]))
      const symmetric = await new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256', kid: 'one' })
        .sign(secret)
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

    it('judges only the end of a token while the keys cannot be fetched, and logs it', async () => {
      const { verify } = await verifier()
      warnings.length = 0
      isDown = true
      await expect(verify(await token())).rejects.toMatchObject({ statusCode: 503 })
      expect(warnings).toEqual(['the keys of the OpenID provider cannot be read'])
      // Its end needs no key, so that no socket stays open with it.
      expect(await verify(await token({ expires: nowSeconds() - 30 }))).toBeNull()
      isDown = false
      expect(await verify(await token())).not.toBeNull()
      expect(await verify(await token({ by: strangers }))).toBeNull()
      expect(warnings).toHaveLength(1)
    })
  })
})

// OpenID tokens that an attacker forged or changed: with another algorithm, with the attacker's keys, or with a key id that
// has a meaning elsewhere.
describe('a forged or changed OpenID token', () => {
  const issuer = 'https://id.example/'
  const audience = 'drops'
  const now = () => Math.floor(Date.now() / 1_000)
  const claims = () => ({ sub: 'idp|ada', iss: issuer, aud: audience, iat: now(), exp: now() + 60 })
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

  type Keys = Awaited<ReturnType<typeof generateKeyPair>>
  let keys: Keys
  let thief: Keys
  let thiefsKey: object
  let thiefsPem: string
  let pem: string
  let jwk: object
  let server: Server
  let url: string
  const asked: string[] = []

  beforeAll(async () => {
    keys = await generateKeyPair('RS256', { extractable: true })
    thief = await generateKeyPair('RS256', { extractable: true })
    pem = await exportSPKI(keys.publicKey)
    thiefsPem = await exportPKCS8(thief.privateKey)
    jwk = { ...(await exportJWK(keys.publicKey)), kid: 'one' }
    thiefsKey = { ...(await exportJWK(thief.publicKey)), kid: 'one' }
    server = createServer((request, response) => {
      asked.push(request.url ?? '')
      const body = { keys: [request.url === '/keys' ? jwk : thiefsKey] }
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as { port: number }).port}`
  })
  afterAll(() => void server?.close())

  const verifier = () =>
    createOpenIdVerifier({
      issuer,
      audience,
      jwksUrl: `${url}/keys`,
      clock: { now: Date.now },
      log: { warn: () => {} },
      cooldownMs: 0,
    })

  const hmac = (header: object, secret: string | Buffer, hash = 'sha256') => {
    const text = `${part(header)}.${part(claims())}`
    return `${text}.${createHmac(hash, secret).update(text).digest('base64url')}`
  }
  const byThief = (header: object) =>
    new SignJWT(claims()).setProtectedHeader({ alg: 'RS256', ...header }).sign(thief.privateKey)
  const good = (header: object = { alg: 'RS256', kid: 'one' }, more: object = {}) =>
    new SignJWT({ ...claims(), ...more }).setProtectedHeader(header as { alg: string }).sign(keys.privateKey)

  const KEY_IDS = [
    '../../../../dev/null',
    '/proc/sys/kernel/randomize_va_space',
    "one' UNION SELECT 'secret' --",
    'one; cat /etc/passwd',
    'http://127.0.0.1/thief',
    '__proto__',
    'constructor',
    '',
    'x'.repeat(5_000),
  ]

  it('takes the token that was not changed', async () => {
    expect(await (await verifier()).verify(await good())).toMatchObject({ subject: 'idp|ada' })
  })

  it('refuses tokens that are not signed, or that are signed by a public key', async () => {
    const { verify } = await verifier()
    const none = ['none', 'None', 'NONE', 'nOnE', '', 'null'].flatMap((alg) => [
      `${part({ alg })}.${part(claims())}.`,
      `${part({ alg })}.${part(claims())}.AAAA`,
      `${part({ alg, kid: 'one' })}.${part(claims())}.`,
    ])
    const der = createPublicKey(pem).export({ type: 'spki', format: 'der' })
    const secrets = [
      pem,
      pem.trim(),
      `${pem}\n`,
      der,
      JSON.stringify(jwk),
      '',
      'secret',
      Buffer.from(String((jwk as { n: string }).n), 'base64url'),
    ]
    const symmetric = secrets.flatMap((secret) => [
      hmac({ alg: 'HS256', kid: 'one' }, secret),
      hmac({ alg: 'HS512', kid: 'one' }, secret, 'sha512'),
      hmac({ alg: 'RS256', kid: 'one' }, secret),
    ])
    for (const token of [...none, ...symmetric])
      expect({ token, found: await verify(token) }).toEqual({ token, found: null })
  })

  it('uses no key that the token contains, and no key URL that it names', async () => {
    const { verify } = await verifier()
    asked.length = 0
    const tokens = await Promise.all([
      byThief({ kid: 'one', jku: `${url}/thief` }),
      byThief({ kid: 'one', x5u: `${url}/thief` }),
      byThief({ kid: 'one', jwk: thiefsKey }),
      byThief({ kid: `${url}/thief` }),
      byThief({ kid: 'one', iss: `${url}/thief` }),
      byThief({ kid: 'one', x5c: ['AAAA'] }),
      byThief({}),
      ...KEY_IDS.map((kid) => byThief({ kid })),
      ...KEY_IDS.map(async (kid) => hmac({ alg: 'HS256', kid }, '')),
    ])
    for (const token of tokens) expect({ token, found: await verify(token) }).toEqual({ token, found: null })
    expect(asked.filter((path) => path !== '/keys')).toEqual([])
  })

  it('rejects a token with a changed character, or combined from two tokens', async () => {
    const { verify } = await verifier()
    const token = await good()
    const [head = '', body = '', signature = ''] = token.split('.')
    const admin = part({ ...claims(), sub: 'idp|admin' })
    const bad = [
      `${head}.${admin}.${signature}`,
      `${part({ alg: 'RS256', kid: 'one', typ: 'x' })}.${body}.${signature}`,
      `${head}.${body}.`,
      `${head}.${body}`,
      `${head}.${body}.${signature}.${signature}`,
      `${head}.${body}.${signature.slice(0, -2)}`,
      `${head}.${body}.${Buffer.alloc(256).toString('base64url')}`,
      `${head}.${body}.${createSign('sha1').update(`${head}.${body}`).sign(thiefsPem, 'base64url')}`,
      `.${body}.${signature}`,
      '..',
      `${part([])}.${body}.${signature}`,
      `${Buffer.from('{"alg":"RS256","alg":"none"}').toString('base64url')}.${body}.`,
    ]
    for (const one of bad) expect({ one, found: await verify(one) }).toEqual({ one, found: null })
  })

  it('rejects tokens of other audiences or issuers, expired or not yet valid tokens, and invalid claims', async () => {
    const { verify } = await verifier()
    const header = { alg: 'RS256', kid: 'one' }
    const bad = await Promise.all([
      good(header, { iss: 'https://id.example' }),
      good(header, { iss: 'https://id.example.evil.invalid/' }),
      good(header, { iss: [issuer] }),
      good(header, { aud: 'Drops' }),
      good(header, { aud: [] }),
      good(header, { aud: { drops: true } }),
      good(header, { exp: now() - 3_600 }),
      good(header, { exp: String(now() + 60) }),
      good(header, { exp: null }),
      good(header, { nbf: now() + 3_600 }),
      good(header, { nbf: 'never' }),
      good(header, { sub: ['idp|ada'] }),
      good(header, { sub: { toString: 'idp|ada' } }),
      good(header, { sub: 'local:admin' }),
      good(header, { sub: 'x'.repeat(300) }),
    ])
    for (const [index, token] of bad.entries())
      expect({ index, found: await verify(token) }).toEqual({ index, found: null })
  })
})

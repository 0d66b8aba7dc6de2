// Publishable keys: what a page can do with one, and what someone who has copied it cannot do.
import { createClient, memoryStorage } from '@dropkit/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chainWallet, lifeUntil } from './client/killable.ts'
import { createDrop, run, walletOf } from './support/drops.ts'
import { ask } from './support/http.ts'
import { startServer, type TestServer } from './support/server.ts'

const SHOP = 'https://shop.example'
const EVIL = 'https://evil.example'
const CREATE = `mutation($input: CreatePublishableKeyInput!) {
  createPublishableKey(input: $input) { secret apiKey { id preview requestsPerMinute } }
}`
const CLAIM = `mutation($dropId: ID!, $userAddress: String!) {
  claimDrop(input: { dropId: $dropId, userAddress: $userAddress }) { claim { id status } claimParams { nonce } }
}`

interface Created {
  readonly secret: string
  readonly apiKey: {
    readonly id: string
    readonly preview: string
    readonly requestsPerMinute: number | null
  }
}

let server: TestServer
let key: Created
let dropId: string

const create = (input: object): Promise<Created> =>
  run(server, CREATE, { input: { name: 'shop', origins: [SHOP], ...input } })
/** Sends a request as a browser does from a page of this origin. */
const from = (origin: string | null, query: string, variables: object = {}, secret = key.secret) =>
  ask(`${server.url}/graphql?key=${encodeURIComponent(secret)}`, {
    body: { query, variables },
    key: secret,
    headers: origin === null ? {} : { origin },
  })
const codeOf = ({ json }: Awaited<ReturnType<typeof from>>) =>
  (json?.['errors'] as { extensions: { code: string } }[] | undefined)?.[0]?.extensions.code

beforeAll(async () => {
  server = await startServer()
  key = await create({})
  dropId = await createDrop(server, { shortcode: 'open' })
})
afterAll(() => server?.stop())

describe('a page of its origin', () => {
  it('asks and reads without any setting of the server', async () => {
    const preflight = await ask(`${server.url}/graphql?key=${encodeURIComponent(key.secret)}`, {
      method: 'OPTIONS',
      headers: {
        origin: SHOP,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type,idempotency-key',
      },
    })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-origin')).toBe(SHOP)
    expect(preflight.headers.get('access-control-allow-headers')).toContain('idempotency-key')
    const answer = await from(SHOP, '{ dropByShortcode(shortcode: "open") { id } }')
    expect(answer.headers.get('access-control-allow-origin')).toBe(SHOP)
    expect(answer.headers.get('access-control-expose-headers')).toContain('retry-after')
    expect(answer.json).toEqual({ data: { dropByShortcode: { id: dropId } } })
  })

  it('costs no look-up if its key is malformed or for other pages', async () => {
    const lookUps = async () => {
      const text = await (await fetch(`${server.url}/metrics`)).text()
      const line = /^dropkit_store_duration_seconds_count{operation="credentials",outcome="ok"} (\d+)/m
      return Number(line.exec(text)?.[1] ?? 'none')
    }
    const preflight = (secret: string, origin: string) =>
      ask(`${server.url}/graphql?key=${encodeURIComponent(secret)}`, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST' },
      })
    const before = await lookUps()
    for (const [secret, origin] of [
      ['pk_0.5', SHOP],
      [key.secret, EVIL],
    ] as const) {
      expect((await preflight(secret, origin)).headers.get('access-control-allow-origin')).toBeNull()
    }
    expect(await lookUps()).toBe(before)
    await preflight(key.secret, SHOP)
    expect(await lookUps()).toBe(before + 1)
  })

  it('claims for a wallet from a drop of the key’s owner', async () => {
    const variables = { dropId, userAddress: walletOf(1).address }
    const { json } = await from(SHOP, CLAIM, variables)
    expect(json).toMatchObject({ data: { claimDrop: { claim: { status: 'PENDING' }, claimParams: {} } } })
  })

  it('gets the eligibility of the wallet signed in, on drops of the key’s owner', async () => {
    const ask = async (claimAccess: string, price: number | null = null) => {
      const input = {
        dropId: await createDrop(server, { claimAccess, price }),
        walletAddress: walletOf(4).address,
      }
      const query = 'query($input: CheckEligibilityInput!) { checkEligibility(input: $input) { eligible } }'
      return (await from(SHOP, query, { input })).json
    }
    const answer = (eligible: boolean) => ({ data: { checkEligibility: { eligible } } })
    expect(await ask('OPEN')).toEqual(answer(true))
    expect(await ask('WALLET')).toEqual(answer(true))
    expect(await ask('OPEN', 0.5)).toEqual(answer(true))
    expect(await ask('OWNER')).toEqual(answer(false))
  })

  it('claims and confirms with the client, and pays after a sign-in', async () => {
    const priced = await createDrop(server, { price: 0.5 })
    for (const [place, number] of [
      ['open', 2],
      [priced, 3],
    ] as const) {
      const wallet = chainWallet(server, number, lifeUntil(Number.POSITIVE_INFINITY))
      const { address } = wallet
      await server.fakeChain('faucet', { address, coinType: '0x2::sui::SUI', amount: '1000000000' })
      const client = createClient({
        url: server.url,
        key: key.secret,
        storage: memoryStorage(),
        fetch: (input, init) => fetch(input, { ...init, headers: { ...init?.headers, origin: SHOP } }),
      })
      const kinds: string[] = []
      for await (const { kind } of client.claim({ drop: place, wallet })) kinds.push(kind)
      expect(kinds.at(-1)).toBe('confirmed')
      expect(kinds.includes('signing_in')).toBe(place === priced)
    }
  })
})

describe('a copied key', () => {
  it.each([
    ['from another page', EVIL],
    ['without a page', null],
    ['from a page that looks like it', `${SHOP}.evil.example`],
  ])('is refused %s, and its answer cannot be read there', async (_, origin) => {
    const answer = await from(origin, '{ service { chain } }')
    expect([answer.status, codeOf(answer)]).toEqual([403, 'FORBIDDEN'])
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
  })

  it('gives no permission when it is changed to name another page', async () => {
    const [, secret = ''] = key.secret.split('.')
    const forged = `pk_${Buffer.from(EVIL).toString('hex')}.${secret}`
    const { json } = await ask(`${server.url}/auth/visit`, { method: 'POST', body: {} })
    const answer = await ask(`${server.url}/graphql?key=${encodeURIComponent(forged)}`, {
      body: { query: '{ service { chain } }' },
      key: String(json?.['token']),
      headers: { origin: EVIL },
    })
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
    expect((await from(EVIL, '{ service { chain } }', {}, forged)).status).toBe(401)
  })

  it.each([
    ['the owner’s account', '{ me { id } }'],
    ['keys', '{ apiKeys { id } }'],
    ['payments', '{ paymentIntents { id } }'],
    ['the claims that other people made with it', '{ claims { userAddress drop { id } } }'],
    ['new drops', 'mutation { deleteDrop(id: "x") }'],
    ['new keys', 'mutation { createApiKey(input: { name: "x" }) { secret } }'],
    ['payment intents', 'mutation { cancelPaymentIntent(id: "x") { id } }'],
    ['all drops of the creator', '{ dropByShortcode(shortcode: "open") { creator { drops { id } } } }'],
  ])('does not reach %s', async (_, query) => {
    expect(codeOf(await from(SHOP, query))).toBe('FORBIDDEN')
  })

  it('sees no draft and no proceeds of its owner', async () => {
    const draft = await createDrop(server, { status: 'DRAFT' })
    const { json } = await from(
      SHOP,
      'query($id: ID!, $open: ID!) { drop(id: $id) { id } open: drop(id: $open) { proceeds { currency } } }',
      {
        id: draft,
        open: dropId,
      },
    )
    expect(json).toEqual({ data: { drop: null, open: { proceeds: null } } })
  })

  it('claims only from open drops of its owner', async () => {
    const made = await run<Created>(
      server,
      'mutation { createApiKey(input: { name: "x" }) { secret apiKey { id } } }',
    )
    const wallet = await createDrop(server, { claimAccess: 'WALLET' })
    const owner = await createDrop(server, { claimAccess: 'OWNER' }, made.secret)
    const userAddress = walletOf(9).address
    for (const dropId of [wallet, owner])
      expect(codeOf(await from(SHOP, CLAIM, { dropId, userAddress }))).toBe('FORBIDDEN')
    const signIn = createClient({ url: server.url, storage: memoryStorage() })
    const stranger = await signIn.signIn(chainWallet(server, 77, lifeUntil(Number.POSITIVE_INFINITY)))
    if (!stranger.ok) throw new Error(stranger.refusal.message)
    const foreign = await createDrop(server, {}, stranger.value.token)
    expect(codeOf(await from(SHOP, CLAIM, { dropId: foreign, userAddress }))).toBe('FORBIDDEN')
  })

  it('cannot use what another wallet has bought, nor renew its claim', async () => {
    const priced = await createDrop(server, { price: 0.5, tokenAmount: null, maxPerWallet: 5 })
    const wallet = chainWallet(server, 5, lifeUntil(Number.POSITIVE_INFINITY))
    const { address } = wallet
    await server.fakeChain('faucet', { address, coinType: '0x2::sui::SUI', amount: '100000000000' })
    const client = createClient({ url: server.url, storage: memoryStorage() })
    const signedIn = await client.signIn(wallet)
    if (!signedIn.ok) throw new Error(signedIn.refusal.message)
    const { token } = signedIn.value
    const input = { dropId: priced, walletAddress: address, paymentMethod: 'SUI', quantity: 5 }
    const made = await run<{
      id: string
      intentId: string
      recipientAddress: string
      coinType: string
      amountAtomic: string
    }>(
      server,
      'mutation($input: CreatePaymentIntentInput!) { createPaymentIntent(input: $input) { id intentId recipientAddress coinType amountAtomic } }',
      { input },
      token,
    )
    const { body } = await server.fakeChain('transfer', {
      from: address,
      to: made.recipientAddress,
      coinType: made.coinType,
      amount: made.amountAtomic,
      memo: made.intentId,
    })
    await run(
      server,
      'mutation($id: ID!, $txHash: String) { confirmPaymentIntent(id: $id, txHash: $txHash) { status } }',
      { id: made.id, txHash: body['txHash'] },
      token,
    )
    const claim = `mutation($amount: String!) { claimDrop(input: { dropId: "${priced}", userAddress: "${address}", amount: $amount }) { claim { id } } }`
    expect(codeOf(await from(SHOP, claim, { amount: '1' }))).toBe('FORBIDDEN')
    const claimed = await run<{ claim: { id: string } }>(server, claim, { amount: '5' }, token)
    const prepare = 'mutation($claimId: ID!) { prepareClaim(claimId: $claimId) { transactionBytes } }'
    expect(codeOf(await from(SHOP, prepare, { claimId: claimed.claim.id }))).toBe('FORBIDDEN')
    for (const mutation of ['cancelPaymentIntent', 'confirmPaymentIntent'])
      expect(codeOf(await from(SHOP, `mutation { ${mutation}(id: "${made.id}") { id } }`))).toBe('FORBIDDEN')
    const buy = 'mutation($input: CreatePaymentIntentInput!) { createPaymentIntent(input: $input) { id } }'
    expect(codeOf(await from(SHOP, buy, { input }))).toBe('FORBIDDEN')
  })

  it.each([
    ['POST', '/drops/x/rotate-key'],
    ['GET', '/drops/x/claims.csv'],
    ['POST', '/auth/end'],
  ])('is refused at %s %s', async (method, path) => {
    const answer = await ask(`${server.url}${path}`, {
      method,
      key: key.secret,
      headers: { origin: SHOP },
      ...(method === 'POST' ? { body: { reason: 'x' } } : {}),
    })
    expect(answer.status).toBe(403)
  })

  it('links no wallet to its owner', async () => {
    const client = createClient({
      url: server.url,
      key: key.secret,
      storage: memoryStorage(),
      fetch: (input, init) => fetch(input, { ...init, headers: { ...init?.headers, origin: SHOP } }),
    })
    const signedIn = await client.signIn(chainWallet(server, 55, lifeUntil(Number.POSITIVE_INFINITY)))
    const { id, walletAddress } = await run<{ id: string; walletAddress: string | null }>(
      server,
      '{ me { id walletAddress } }',
    )
    expect(walletAddress).toBeNull()
    expect(signedIn.ok && signedIn.value.userId).not.toBe(id)
  })

  it('is worth nothing once it is revoked', async () => {
    const spare = await create({})
    const asked = () => from(SHOP, '{ service { chain } }', {}, spare.secret)
    expect((await asked()).status).toBe(200)
    await server.graphql('mutation($id: ID!) { revokeApiKey(id: $id) }', { id: spare.apiKey.id })
    const after = await asked()
    expect([after.status, after.headers.get('access-control-allow-origin')]).toEqual([401, null])
  })

  it('cannot use up the limit of other addresses from one address', async () => {
    const limited = await create({ requestsPerMinute: 50 })
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => from(SHOP, '{ service { chain } }', {}, limited.secret)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(3)
  })
})

it.each([[[]], [['http://shop.example']], [['*']], [['https://shop.example/x']]])(
  'is not made for %j',
  async (origins) => {
    const { errors } = await server.graphql(CREATE, { input: { name: 'x', origins } })
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', field: 'origins' })
  },
)

// What the client sends, and when it sends it again, with a server that answers as each test says.
import { type ClientOptions, createClient, document, memoryStorage } from '@dropkit/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const HOUR_MS = 3_600_000
const READ = document<object, object>('query { isRead }')
const CHANGE = document<object, { readonly name: string }>('mutation { isDone }')
const DONE = { data: { isDone: true } }

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

interface Sent {
  readonly url: string
  readonly body: unknown
  readonly key: string | null
  readonly authorization: string | null
}
type Answer = Response | Error | object

/** A client whose requests get these answers, the last one again and again. */
function clientOf(answers: readonly Answer[], options: Partial<ClientOptions> = {}) {
  const sent: Sent[] = []
  const client = createClient({
    url: 'https://drops.example/',
    key: 'dk_1',
    storage: memoryStorage(),
    async fetch(url, init) {
      const headers = new Headers(init?.headers)
      sent.push({
        url: String(url),
        body: JSON.parse(String(init?.body)),
        key: headers.get('idempotency-key'),
        authorization: headers.get('authorization'),
      })
      const answer = answers[Math.min(sent.length, answers.length) - 1]
      if (answer instanceof Error) throw answer
      return answer instanceof Response ? answer.clone() : Response.json(answer)
    },
    ...options,
  })
  return { client, sent, keys: () => sent.map(({ key }) => key) }
}

const refusal = (code: string, extensions: object = {}) => ({
  errors: [{ message: 'no', extensions: { code, ...extensions } }],
})
/** Lets all waits pass. */
async function after<Value>(work: Promise<Value>): Promise<Value> {
  await vi.runAllTimersAsync()
  return work
}

describe('an answer', () => {
  it.each([
    [500, true],
    [503, true],
    [429, true],
    [404, false],
    [200, false],
  ])('of a proxy, with status %i and no JSON, is retryable: %s', async (status, retryable) => {
    const { client, sent } = clientOf([new Response('<html>', { status })])
    expect(await after(client.query(READ, {}))).toMatchObject({
      ok: false,
      refusal: { code: 'BAD_ANSWER', retryable, details: { status } },
    })
    expect(sent).toHaveLength(retryable ? 12 : 1)
  })

  it.each([[{}], [{ data: null }], [[]]])('of %j is not one of Dropkit', async (answer) => {
    const { client } = clientOf([answer])
    expect(await client.query(READ, {})).toMatchObject({ refusal: { code: 'BAD_ANSWER' } })
  })

  it('with an error is a refusal, although it has data', async () => {
    const { client } = clientOf([{ ...DONE, ...refusal('FORBIDDEN', { field: 'name', requestId: 'req_1' }) }])
    expect(await client.query(READ, {})).toEqual({
      ok: false,
      refusal: {
        code: 'FORBIDDEN',
        message: 'no',
        retryable: false,
        field: 'name',
        requestId: 'req_1',
        details: {},
      },
    })
  })

  it('with fields of wrong types is read without them', async () => {
    const extensions = {
      code: 5,
      reason: 1,
      retryable: 'yes',
      field: 2,
      retryAfterMs: -1,
      details: [],
      requestId: 3,
    }
    const { client } = clientOf([{ errors: [{ extensions }] }])
    expect(await client.query(READ, {})).toEqual({
      ok: false,
      refusal: {
        code: 'BAD_ANSWER',
        message: 'The service refused without a reason',
        retryable: false,
        details: {},
      },
    })
  })
})

describe('a request', () => {
  it('is sent to the address of the server, with the key', async () => {
    const { client, sent } = clientOf([DONE])
    await client.query(READ, { id: 'one' })
    const body = { query: READ.toString(), variables: { id: 'one' } }
    expect(sent).toEqual([
      { url: 'https://drops.example/graphql', body, key: null, authorization: 'Bearer dk_1' },
    ])
  })

  it('names a publishable key in its URL, too, because a preflight has no headers', async () => {
    const { client, sent } = clientOf([DONE], { key: 'pk_1' })
    await client.query(READ, {})
    expect(sent[0]?.url).toBe('https://drops.example/graphql?key=pk_1')
  })

  it('waits longer after each lost connection, up to 12 s', async () => {
    const { client } = clientOf([new TypeError('offline')])
    const waitsMs: number[] = []
    await after(client.query(READ, {}, { onWait: (_, delayMs) => waitsMs.push(delayMs) }))
    for (const [place, shortestMs] of [300, 600, 1_200, 2_400, 4_800, 8_000, 8_000].entries()) {
      expect(waitsMs[place]).toBeGreaterThanOrEqual(shortestMs)
      expect(waitsMs[place]).toBeLessThanOrEqual(shortestMs * 1.5)
    }
    expect(waitsMs).toHaveLength(11)
  })

  const busy = refusal('OVERLOADED', { retryable: true, retryAfterMs: 10_000 })

  it('is sent again after the delay that the server asks for', async () => {
    const { client } = clientOf([busy, DONE])
    const waitsMs: number[] = []
    const onRetry = vi.fn()
    const onWait = (_: object, delayMs: number) => waitsMs.push(delayMs)
    expect(await after(client.query(READ, {}, { onWait, onRetry }))).toMatchObject({ ok: true })
    expect(waitsMs[0]).toBeGreaterThanOrEqual(10_000)
    expect(waitsMs[0]).toBeLessThanOrEqual(12_500)
    expect(onRetry).toHaveBeenCalledTimes(1)
  })

  it('is not sent again if the server asks for a longer delay than the client allows', async () => {
    const { client, sent } = clientOf([busy, DONE], { longestWaitMs: 9_999 })
    expect(await after(client.query(READ, {}))).toMatchObject({ refusal: { code: 'OVERLOADED' } })
    expect(sent).toHaveLength(1)
  })

  it('is sent again after the longest delay that the client allows', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0)
    const { client } = clientOf([busy, DONE], { longestWaitMs: 10_000 })
    expect(await after(client.query(READ, {}))).toMatchObject({ ok: true })
  })

  it('ends at once if its signal aborts while it waits', async () => {
    const { client, sent } = clientOf([new TypeError('offline')])
    const stop = new AbortController()
    const asked = client.query(READ, {}, { signal: stop.signal, onWait: () => stop.abort() })
    expect(await asked).toMatchObject({ refusal: { code: 'ABORTED' } })
    expect(sent).toHaveLength(1)
  })

  it('is not sent if its signal was aborted before', async () => {
    const { client, sent } = clientOf([DONE])
    const signal = AbortSignal.abort()
    expect(await client.query(READ, {}, { signal })).toMatchObject({ refusal: { code: 'ABORTED' } })
    expect(sent).toEqual([])
  })
})

describe('the idempotency key of a mutation', () => {
  const change = { name: 'one' }
  const make = (client: ReturnType<typeof createClient>, intent?: string) =>
    after(client.mutate(CHANGE, change, intent === undefined ? {} : { intent }))

  it.each([
    ['a lost answer', new TypeError('offline'), true],
    ['an error of the server', refusal('INTERNAL'), true],
    ['an answer of a proxy', new Response('<html>'), true],
    ['a session that has ended', refusal('UNAUTHENTICATED'), true],
    ['a refusal', refusal('BAD_USER_INPUT'), false],
    ['success', DONE, false],
  ])(
    'after %s is that of the first attempt only if that may have had an effect',
    async (_, answer, isSame) => {
      const { client, keys } = clientOf([answer])
      for (let times = 0; times < 2; times += 1) await make(client)
      expect(new Set(keys()).size).toBe(isSame ? 1 : 2)
      expect(keys()[0]).toMatch(/^[0-9a-f]{32}$/)
    },
  )

  it.each([
    [22, true],
    [23, false],
    [-22, true],
    [-23, false],
  ])('of an intent, %i hours later, is still the same: %s', async (hours, isSame) => {
    const { client, keys } = clientOf([DONE])
    await make(client, 'order-17')
    vi.setSystemTime(Date.now() + hours * HOUR_MS)
    // A third attempt has the second one's.
    for (let times = 0; times < 2; times += 1) await make(client, 'order-17')
    const [first, second, third] = keys()
    expect(second === first).toBe(isSame)
    expect(third).toBe(second)
  })

  it('is replaced if the storage holds something else', async () => {
    const storage = memoryStorage()
    const put = storage.putIfAbsent
    const broken = {
      ...storage,
      putIfAbsent: async (name: string, value: string) => {
        await put(name, 'not an id')
        return put(name, value)
      },
    }
    const { client, keys } = clientOf([DONE], { storage: broken })
    expect(await make(client, 'order-17')).toMatchObject({ ok: true })
    expect(keys()).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)])
  })

  it('is replaced if the server has it for another mutation', async () => {
    const { client, keys } = clientOf([refusal('IDEMPOTENCY_KEY_REUSED'), DONE])
    expect(await make(client)).toMatchObject({ ok: true })
    expect(new Set(keys()).size).toBe(2)
  })

  it.each([
    ['another intent', CHANGE, change, 'order-18', 'dk_1'],
    ['other content', CHANGE, { name: 'two' }, 'order-17', 'dk_1'],
    ['another mutation', document<object, object>('mutation { isOther }'), change, 'order-17', 'dk_1'],
    ['another caller', CHANGE, change, 'order-17', 'dk_2'],
  ])('differs for %s', async (_, operation, variables, intent, key) => {
    const storage = memoryStorage()
    const one = clientOf([DONE], { storage })
    await make(one.client, 'order-17')
    const other = clientOf([DONE], { storage, key })
    await after(other.client.mutate(operation as typeof CHANGE, variables as typeof change, { intent }))
    expect(other.keys()[0]).not.toBe(one.keys()[0])
  })

  it.each([
    ['the same wallet with a new session', 'ds_2', '0xa11ce', true],
    ['another wallet', 'ds_1', '0xb0b', false],
  ])('of %s is the same: %s', async (_, token, address, isSame) => {
    let session = { token: 'ds_1', address: '0xa11ce' }
    const { client, keys } = clientOf([DONE], { session: () => session })
    await make(client, 'order-17')
    session = { token, address }
    await make(client, 'order-17')
    expect(new Set(keys()).size).toBe(isSame ? 1 : 2)
  })
})

describe('a visitor without a key', () => {
  const NO_KEY = { key: undefined } as unknown as Partial<ClientOptions>
  const visit = (token: string) => ({ token, expiresAt: '2031-01-01T00:00:00Z' })
  const ended = refusal('UNAUTHENTICATED')

  it.each([
    ['nothing', {}, {}],
    ['a payment', { paymentIntentId: 'pi_1' }, { paymentIntentId: 'pi_1' }],
  ])('gets one token for all requests, and names %s to read', async (_, options, body) => {
    const { client, sent } = clientOf([visit('dv_1'), DONE], { ...NO_KEY, ...options })
    for (let times = 0; times < 2; times += 1) await client.query(READ, {})
    expect(sent[0]).toMatchObject({ url: 'https://drops.example/auth/visit', authorization: null })
    expect(sent[0]?.body).toEqual(body)
    expect(sent.slice(1).map(({ authorization }) => authorization)).toEqual(['Bearer dv_1', 'Bearer dv_1'])
  })

  it('gets another token when the first one has ended, and its request is sent again', async () => {
    const { client, sent } = clientOf([visit('dv_1'), ended, visit('dv_2'), DONE], NO_KEY)
    expect(await client.query(READ, {})).toMatchObject({ ok: true })
    expect(sent.map(({ authorization }) => authorization)).toEqual([null, 'Bearer dv_1', null, 'Bearer dv_2'])
  })

  it('gets the refusal of a new visit', async () => {
    const closed = Response.json({ error: 'no visits', code: 'FORBIDDEN' }, { status: 403 })
    const { client } = clientOf([visit('dv_1'), ended, closed], NO_KEY)
    expect(await client.query(READ, {})).toMatchObject({ refusal: { code: 'FORBIDDEN' } })
  })
})

it('a key that the server does not accept is sent once', async () => {
  const { client, sent } = clientOf([refusal('UNAUTHENTICATED'), DONE])
  expect(await client.query(READ, {})).toMatchObject({ refusal: { code: 'UNAUTHENTICATED' } })
  expect(sent).toHaveLength(1)
})

describe('a session', () => {
  const ADDRESS = '0xa11ce'
  const SESSION = { token: 'ds_1', expiresAt: '2031-01-01T00:00:00Z', userId: 'user_1', address: ADDRESS }
  const place = `session https://drops.example ${ADDRESS}`
  const wallet = { address: ADDRESS, signMessage: async () => 'signature', execute: async () => '' }

  /** A storage with the session in it. */
  async function storageWith(session: object | string) {
    const storage = memoryStorage()
    await storage.set(place, JSON.stringify(session))
    return storage
  }

  it('begins with the signature of the wallet, and is stored', async () => {
    const storage = memoryStorage()
    const { token, expiresAt, userId } = SESSION
    const { client, sent } = clientOf(
      [{ message: 'sign this' }, { token, expiresAt, user: { id: userId } }],
      { storage },
    )
    expect(await client.signIn(wallet)).toEqual({ ok: true, value: SESSION })
    expect(client.session()).toEqual(SESSION)
    expect(sent.map(({ url, body, authorization }) => [url, body, authorization])).toEqual([
      ['https://drops.example/auth/challenge', { address: ADDRESS }, 'Bearer dk_1'],
      [
        'https://drops.example/auth/verify',
        { address: ADDRESS, signature: 'signature', message: 'sign this' },
        null,
      ],
    ])
    expect(JSON.parse((await storage.get(place)) ?? '')).toEqual(SESSION)
  })

  it('is restored from the storage, and sent with each request', async () => {
    const { client, sent } = clientOf([DONE], { storage: await storageWith(SESSION) })
    expect(await client.resumeSession(ADDRESS)).toEqual(SESSION)
    await client.query(READ, {})
    expect(sent[0]?.authorization).toBe('Bearer ds_1')
  })

  it('is ended on the server and forgotten when the user signs out', async () => {
    const storage = await storageWith(SESSION)
    const { client, sent } = clientOf([{}], { storage })
    await client.resumeSession(ADDRESS)
    for (let times = 0; times < 2; times += 1) await client.signOut()
    expect(sent).toMatchObject([{ url: 'https://drops.example/auth/end', authorization: 'Bearer ds_1' }])
    expect([client.session(), await storage.get(place)]).toEqual([undefined, undefined])
  })

  it.each([
    ['of another wallet', { ...SESSION, address: '0xb0b' }],
    ['without a token', { ...SESSION, token: undefined }],
    ['without its end', { ...SESSION, expiresAt: 5 }],
    ['without its user', { ...SESSION, userId: null }],
    ['that is none', 'text'],
  ])('%s is not restored', async (_, stored) => {
    const { client } = clientOf([DONE], { storage: await storageWith(stored) })
    expect(await client.resumeSession(ADDRESS)).toBeUndefined()
    expect(client.session()).toBeUndefined()
  })

  it('that has ended is forgotten, and the caller decides what follows', async () => {
    const storage = await storageWith(SESSION)
    const { client, sent } = clientOf([refusal('UNAUTHENTICATED')], { storage })
    await client.resumeSession(ADDRESS)
    expect(await client.query(READ, {})).toMatchObject({ refusal: { code: 'UNAUTHENTICATED' } })
    expect([sent.length, client.session(), await storage.get(place)]).toEqual([1, undefined, undefined])
  })

  it('ends without the visit of the page', async () => {
    const answers = [{ token: 'dv_1', expiresAt: '' }, DONE, refusal('UNAUTHENTICATED'), DONE]
    const { client, sent } = clientOf(answers, {
      storage: await storageWith(SESSION),
      key: undefined,
    } as unknown as Partial<ClientOptions>)
    await client.query(READ, {})
    await client.resumeSession(ADDRESS)
    for (let times = 0; times < 2; times += 1) await client.query(READ, {})
    expect(sent.map(({ authorization }) => authorization)).toEqual([
      null,
      'Bearer dv_1',
      'Bearer ds_1',
      'Bearer dv_1',
    ])
  })

  it('is not begun if the server does not accept the signature', async () => {
    const wrong = Response.json({ error: 'wrong', code: 'UNAUTHENTICATED' }, { status: 401 })
    const { client } = clientOf([{ message: 'sign this' }, wrong])
    expect(await client.signIn(wallet)).toMatchObject({ refusal: { code: 'UNAUTHENTICATED' } })
    expect(client.session()).toBeUndefined()
  })

  it('is not begun if the wallet declines, or the server refuses', async () => {
    const signMessage = () => Promise.reject(new Error('no'))
    const declined = clientOf([{ message: 'sign this' }])
    expect(await declined.client.signIn({ ...wallet, signMessage })).toMatchObject({
      refusal: { code: 'WALLET_DECLINED' },
    })
    const busy = clientOf([
      Response.json({ error: 'busy', code: 'RATE_LIMITED', retryable: true }, { status: 429 }),
    ])
    expect(await busy.client.signIn(wallet)).toMatchObject({
      refusal: { code: 'RATE_LIMITED', message: 'busy', retryable: true },
    })
    expect(busy.client.session()).toBeUndefined()
  })
})

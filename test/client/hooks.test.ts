// The hooks of @dropkit/client/react, with a client that answers as each test says.
import {
  type ClaimState,
  type DropkitClient,
  type PaymentState,
  type Refusal,
  type Result,
  type Wallet,
  WalletDeclined,
} from '@dropkit/client'
import {
  DropkitProvider,
  type FlowOptions,
  useClaim,
  useDrop,
  useDropkit,
  useEligibility,
  useEntry,
  usePay,
  usePayment,
} from '@dropkit/client/react'
import { createElement, type ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { channel } from '../support/channel.ts'
import { renderHook, settle } from '../support/render-hook.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const ok = <Value>(value: Value): Result<Value> => ({ ok: true, value })
const refused = (code: Refusal['code'], retryable = false): Result<never> => ({
  ok: false,
  refusal: { code, message: code, retryable, details: {} },
})

type Variables = Readonly<Record<string, unknown>>
interface Subscribed {
  readonly variables: Variables
  readonly signal: AbortSignal
  readonly onConnection: (isConnected: boolean) => void
}

/** Answers each query by its name. Records what it was asked. */
function standIn(
  answers: Readonly<Record<string, (variables: Variables) => Result<unknown> | Promise<Result<unknown>>>>,
) {
  const asked: [string, Variables][] = []
  const signals: AbortSignal[] = []
  const subscribed: Subscribed[] = []
  const updates = channel<Result<unknown>>()
  let session: object | undefined
  const client = {
    session: () => session,
    async query(document: object, variables: Variables, { signal }: { readonly signal: AbortSignal }) {
      const name = /query (\w+)/.exec(String(document))?.[1] ?? ''
      asked.push([name, variables])
      signals.push(signal)
      if (name === 'EventCursor') return ok({ service: { eventCursor: 'event_7' } })
      return (answers[name] as (variables: Variables) => Result<unknown>)(variables)
    },
    subscribe(_: object, variables: Variables, options: Omit<Subscribed, 'variables'>) {
      subscribed.push({ variables, ...options })
      return updates.read(options.signal)
    },
  } as unknown as DropkitClient
  return {
    client,
    asked,
    signals,
    subscribed,
    update: () => updates.push(ok({})),
    setSession: (given: object | undefined) => {
      session = given
    },
    names: () => asked.map(([name]) => name),
  }
}

const below = (client: DropkitClient | (() => Promise<DropkitClient>)) => (children: ReactNode) =>
  createElement(DropkitProvider, { client, children })

const FIVE_SECONDS_MS = 5_000
const DROP: string = 'drop_1'

describe('useDrop', () => {
  const drops = (...answers: readonly Result<unknown>[]) => {
    const left = [...answers]
    const next = () => (left.length > 1 ? left.shift() : left[0]) as Result<unknown>
    return standIn({ Drop: next, DropByShortcode: next })
  }
  const drop = (title: string) => ok({ drop: { id: DROP, title }, dropByShortcode: { id: DROP, title } })

  it('reads the drop again after each update, from a place in the log before the first read', async () => {
    const server = drops(drop('one'), drop('two'))
    const hook = renderHook(useDrop, DROP, below(server.client))
    expect(hook.current()?.value).toBeUndefined()
    await expect.poll(() => hook.current()?.value?.title).toBe('one')
    expect(server.names()).toEqual(['EventCursor', 'Drop'])
    expect(server.subscribed).toMatchObject([{ variables: { dropId: DROP, after: 'event_7' } }])
    server.update()
    await expect.poll(() => hook.current()?.value?.title).toBe('two')
    expect(server.names()).toEqual(['EventCursor', 'Drop', 'Drop'])
  })

  it('says whether updates arrive', async () => {
    const server = drops(drop('one'))
    const hook = renderHook(useDrop, DROP, below(server.client))
    await expect.poll(() => server.subscribed.length).toBe(1)
    expect(hook.current()?.isLive).toBe(false)
    for (const isLive of [true, false]) {
      server.subscribed[0]?.onConnection(isLive)
      await expect.poll(() => hook.current()?.isLive).toBe(isLive)
    }
  })

  it('ends its subscription when the component unmounts', async () => {
    const server = drops(drop('one'))
    const hook = renderHook(useDrop, DROP, below(server.client))
    await expect.poll(() => server.subscribed.length).toBe(1)
    hook.unmount()
    expect(server.subscribed[0]?.signal.aborted).toBe(true)
  })

  it('finds a drop by its shortcode, and then by its id, because the shortcode may change', async () => {
    const server = drops(drop('one'), drop('two'))
    const hook = renderHook(useDrop, 'basil', below(server.client))
    await expect.poll(() => server.subscribed.length).toBe(1)
    server.update()
    await expect.poll(() => hook.current()?.value?.title).toBe('two')
    expect(server.asked.slice(1)).toEqual([
      ['DropByShortcode', { shortcode: 'basil' }],
      ['Drop', { id: DROP }],
    ])
  })

  it('finds a drop whose shortcode looks like an id', async () => {
    const server = standIn({
      Drop: () => ok({ drop: null }),
      DropByShortcode: () => ok({ dropByShortcode: { id: DROP, title: 'one' } }),
    })
    const hook = renderHook(useDrop, 'drop_basil', below(server.client))
    await expect.poll(() => hook.current()?.value?.title).toBe('one')
  })

  it('gives null for a drop that does not exist, and does not subscribe to it', async () => {
    const server = standIn({
      Drop: () => ok({ drop: null }),
      DropByShortcode: () => ok({ dropByShortcode: null }),
    })
    const hook = renderHook(useDrop, DROP, below(server.client))
    await expect.poll(() => hook.current()?.value).toBeNull()
    await settle()
    expect(server.subscribed).toEqual([])
  })

  it('gives null for a drop that was deleted, and does not take its id for a shortcode', async () => {
    const server = drops(drop('one'), ok({ drop: null }))
    const hook = renderHook(useDrop, DROP, below(server.client))
    await expect.poll(() => server.subscribed.length).toBe(1)
    server.update()
    await expect.poll(() => hook.current()?.value).toBeNull()
    expect(server.names()).not.toContain('DropByShortcode')
  })

  it('keeps the drop after a passing refusal, and reads and follows it again after 5 s', async () => {
    const server = drops(drop('one'), refused('OVERLOADED', true), drop('two'))
    const hook = renderHook(useDrop, DROP, below(server.client))
    await expect.poll(() => server.subscribed.length).toBe(1)
    server.update()
    await expect.poll(() => hook.current()?.refusal?.code).toBe('OVERLOADED')
    expect(hook.current()?.value?.title).toBe('one')
    await settle()
    expect(server.names()).toEqual(['EventCursor', 'Drop', 'Drop'])
    vi.advanceTimersByTime(FIVE_SECONDS_MS)
    await expect.poll(() => hook.current()).toMatchObject({ value: { title: 'two' }, refusal: null })
    expect(server.subscribed.map(({ signal }) => signal.aborted)).toEqual([true, false])
  })

  it('does not read again by itself after a lasting refusal, but when it is asked to', async () => {
    const server = drops(refused('FORBIDDEN'), drop('one'))
    const hook = renderHook(useDrop, DROP, below(server.client))
    await expect.poll(() => hook.current()?.refusal?.code).toBe('FORBIDDEN')
    vi.advanceTimersByTime(FIVE_SECONDS_MS)
    await settle()
    expect(server.names()).toEqual(['EventCursor', 'Drop'])
    hook.current()?.readAgain()
    await expect.poll(() => hook.current()?.value?.title).toBe('one')
  })

  it('reads again at once if its session has ended', async () => {
    const server = drops(refused('UNAUTHENTICATED'), drop('one'))
    server.setSession({})
    const hook = renderHook(useDrop, DROP, below(server.client))
    await expect.poll(() => hook.current()?.value?.title).toBe('one')
  })

  it('does not read again without a session', async () => {
    const server = drops(refused('UNAUTHENTICATED'), drop('one'))
    const hook = renderHook(useDrop, DROP, below(server.client))
    await expect.poll(() => hook.current()?.refusal?.code).toBe('UNAUTHENTICATED')
    await settle()
    expect(server.names()).toEqual(['EventCursor', 'Drop'])
  })

  it('does not show a late answer for another drop', async () => {
    const late = Promise.withResolvers<Result<unknown>>()
    const server = standIn({
      Drop: ({ id }) => (id === DROP ? late.promise : ok({ drop: { id, title: 'other' } })),
    })
    const hook = renderHook(useDrop, DROP, below(server.client))
    await expect.poll(() => server.names()).toContain('Drop')
    hook.rerender('drop_2')
    await expect.poll(() => hook.current()?.value?.title).toBe('other')
    late.resolve(drop('late'))
    await settle()
    expect(hook.values.map(({ value }) => value?.title)).not.toContain('late')
  })
})

describe('a hook that reads', () => {
  const server = () =>
    standIn({
      Drop: () => ok({ drop: null }),
      DropByShortcode: () => ok({ dropByShortcode: null }),
      CheckEligibility: () => refused('NOT_FOUND'),
      PaymentIntent: () => ok({ paymentIntent: null }),
    })

  it.each([
    ['useDrop', () => useDrop('drop_basil'), ['EventCursor', 'Drop', 'DropByShortcode']],
    ['useEligibility', () => useEligibility(DROP, '0xa11ce'), ['CheckEligibility']],
    ['usePayment', () => usePayment('pi_1'), ['EventCursor', 'PaymentIntent']],
  ])('(%s) aborts its requests when the component unmounts', async (_, use: () => unknown, requests) => {
    const { client, names, signals } = server()
    const hook = renderHook(use, null, below(client))
    await expect.poll(names).toEqual(requests)
    hook.unmount()
    expect(signals.map(({ aborted }) => aborted)).toEqual(requests.map(() => true))
  })

  it('shows nothing of what it read before while it reads something else', async () => {
    const late = Promise.withResolvers<Result<unknown>>()
    const { client, asked } = standIn({
      DropByShortcode: ({ shortcode }) =>
        shortcode === 'basil' ? ok({ dropByShortcode: { id: DROP, title: 'one' } }) : late.promise,
    })
    const hook = renderHook<ReturnType<typeof useDrop>, string>(useDrop, 'basil', below(client))
    await expect.poll(() => hook.current()?.value?.title).toBe('one')
    hook.rerender('thyme')
    await expect.poll(() => asked.at(-1)).toEqual(['DropByShortcode', { shortcode: 'thyme' }])
    expect(hook.current()?.value).toBeUndefined()
  })
})

describe('useEligibility', () => {
  it.each([
    ['drop', null, '0xa11ce'],
    ['wallet', DROP, null],
  ])('requests nothing without a %s', async (_, drop, wallet) => {
    const server = standIn({})
    renderHook(() => useEligibility(drop, wallet), null, below(server.client))
    await settle()
    expect(server.asked).toEqual([])
  })

  it('requests again after 5 s while a rule could not be checked', async () => {
    const answers = [
      { eligible: false, retryable: true },
      { eligible: true, retryable: false },
    ]
    const server = standIn({ CheckEligibility: () => ok({ checkEligibility: answers.shift() }) })
    const hook = renderHook(() => useEligibility(DROP, '0xa11ce'), null, below(server.client))
    await expect.poll(() => hook.current()?.value).toEqual({ eligible: false, retryable: true })
    await settle()
    vi.advanceTimersByTime(FIVE_SECONDS_MS)
    await expect.poll(() => hook.current()?.value).toEqual({ eligible: true, retryable: false })
    await settle()
    vi.advanceTimersByTime(FIVE_SECONDS_MS)
    await settle()
    const question = ['CheckEligibility', { input: { dropId: DROP, walletAddress: '0xa11ce' } }]
    expect(server.asked).toEqual([question, question])
  })

  it('does not request again for a wallet that is no longer asked about', async () => {
    const [unknown, known] = [
      { eligible: false, retryable: true },
      { eligible: true, retryable: false },
    ]
    const server = standIn({
      CheckEligibility: ({ input }) =>
        ok({ checkEligibility: JSON.stringify(input).includes('0xa11ce') ? unknown : known }),
    })
    const use = (wallet: string) => useEligibility(DROP, wallet)
    const hook = renderHook<ReturnType<typeof use>, string>(use, '0xa11ce', below(server.client))
    await expect.poll(() => hook.current()?.value).toEqual(unknown)
    await settle()
    hook.rerender('0xb0b')
    await expect.poll(() => hook.current()?.value).toEqual(known)
    await settle()
    vi.advanceTimersByTime(FIVE_SECONDS_MS)
    await settle()
    expect(server.asked).toHaveLength(2)
  })

  it('gives a refusal', async () => {
    const server = standIn({ CheckEligibility: () => refused('NOT_FOUND') })
    const hook = renderHook(() => useEligibility(DROP, '0xa11ce'), null, below(server.client))
    await expect.poll(() => hook.current()?.refusal?.code).toBe('NOT_FOUND')
  })
})

it('usePayment reads a payment by either id, and follows it by its own', async () => {
  const statuses = ['PENDING', 'CONFIRMED']
  const server = standIn({
    PaymentIntent: () => ok({ paymentIntent: { id: 'payment_1', status: statuses.shift() } }),
  })
  const hook = renderHook(usePayment, 'pi_1', below(server.client))
  await expect.poll(() => server.subscribed.length).toBe(1)
  expect(server.asked[1]).toEqual(['PaymentIntent', { id: 'pi_1' }])
  expect(server.subscribed[0]?.variables).toEqual({ paymentIntentId: 'payment_1', after: 'event_7' })
  server.update()
  await expect.poll(() => hook.current()?.value?.status).toBe('CONFIRMED')
})

describe('DropkitProvider', () => {
  it('loads the client once, and again only after that has failed', async () => {
    let loads = 0
    const { client } = standIn({ PaymentIntent: () => ok({ paymentIntent: { id: 'payment_1' } }) })
    const load = async () => {
      loads += 1
      if (loads === 1) throw new Error('the file is missing')
      return client
    }
    const use = () => [usePayment('pi_1'), usePayment('pi_1')] as const
    const hook = renderHook(use, null, below(load))
    await expect
      .poll(() => hook.current()?.[0].refusal)
      .toMatchObject({ code: 'UNREACHABLE', retryable: true })
    expect(loads).toBe(1)
    await settle()
    vi.advanceTimersByTime(FIVE_SECONDS_MS)
    await expect.poll(() => hook.current()?.map(({ value }) => value?.id)).toEqual(['payment_1', 'payment_1'])
    expect(loads).toBe(2)
  })

  it.each(['client', 'function'] as const)('given a %s, gives the client to useDropkit', async (kind) => {
    const { client } = standIn({})
    const given = kind === 'client' ? client : async () => client
    const hook = renderHook(useDropkit, null, below(given))
    await expect.poll(() => hook.current()).toBe(client)
  })
})

it('a hook without a DropkitProvider above it throws an error that names it', async () => {
  const hook = renderHook(useDropkit, null)
  await expect
    .poll(() => hook.errors)
    .toMatchObject([{ message: expect.stringContaining('DropkitProvider') }])
})

describe('a flow hook', () => {
  const wallet: Wallet = { address: '0xa11ce', signMessage: async () => '', execute: async () => '' }

  /** A client whose claims are driven by the test. Holds the orders that it got. */
  function flows() {
    const orders: Record<string, unknown>[] = []
    const states = channel<ClaimState | 'end' | 'throw'>()
    const begin = (method: string) =>
      async function* (order: Record<string, unknown>) {
        orders.push({ method, ...order })
        for await (const state of states.read(order['signal'] as AbortSignal)) {
          if (state === 'end') return
          if (state === 'throw') throw new Error('a bug')
          yield state
        }
      }
    const client = {
      claim: begin('claim'),
      pay: begin('pay'),
      enter: begin('enter'),
    } as unknown as DropkitClient
    return { client, orders, push: states.push }
  }
  const claimOf = (id: string, status = 'PENDING') => ({ id, status }) as never

  it('runs one flow at a time, so that a double click makes one claim', async () => {
    const { client, orders, push } = flows()
    const hook = renderHook(() => useClaim(), null, below(client))
    await expect.poll(() => hook.current()?.isRunning).toBe(false)
    for (let click = 0; click < 2; click += 1) hook.current()?.claim({ drop: DROP, wallet })
    await expect.poll(() => hook.current()?.isRunning).toBe(true)
    push({ kind: 'claiming' })
    await expect.poll(() => hook.current()?.state).toEqual({ kind: 'claiming' })
    hook.current()?.claim({ drop: DROP, wallet })
    hook.current()?.reset()
    await settle()
    expect(hook.current()?.state).toEqual({ kind: 'claiming' })
    push({ kind: 'confirmed', claim: claimOf('claim_1') })
    push('end')
    await expect.poll(() => hook.current()?.isRunning).toBe(false)
    expect(orders).toMatchObject([{ drop: DROP, wallet }])
    expect(hook.current()?.state).toMatchObject({ kind: 'confirmed' })
    hook.current()?.claim({ drop: DROP, wallet })
    await expect.poll(() => hook.current()).toMatchObject({ state: null, isRunning: true, claims: [] })
    await expect.poll(() => orders.length).toBe(2)
  })

  it('shows the claims of a run in order, as they were last seen, until it is reset', async () => {
    const { client, push } = flows()
    const hook = renderHook(() => useClaim(), null, below(client))
    await expect.poll(() => hook.current()).toBeDefined()
    hook.current()?.claim({ drop: DROP, wallet, quantity: 2 })
    for (const [id, status] of [
      ['claim_1', 'PENDING'],
      ['claim_1', 'CONFIRMED'],
    ] as const)
      push({ kind: 'confirmed', claim: claimOf(id, status) })
    push('end')
    push({ kind: 'confirmed', claim: claimOf('claim_2') })
    push('end')
    await expect.poll(() => hook.current()).toMatchObject({ isRunning: false, state: { kind: 'confirmed' } })
    expect(hook.current()?.claims).toEqual([claimOf('claim_1', 'CONFIRMED'), claimOf('claim_2')])
    hook.current()?.reset()
    await expect.poll(() => hook.current()).toMatchObject({ state: null, claims: [] })
  })

  it('calls onState for each state before the next, even if that state is never rendered', async () => {
    const { client, push } = flows()
    const states: ClaimState['kind'][] = []
    const first = Promise.withResolvers<void>()
    const options: FlowOptions<ClaimState> = {
      onState: ({ kind }) => {
        states.push(kind)
        return first.promise
      },
    }
    const hook = renderHook(() => useClaim(options), null, below(client))
    await expect.poll(() => hook.current()).toBeDefined()
    hook.current()?.claim({ drop: DROP, wallet })
    for (const kind of ['checking', 'claiming'] as const) push({ kind })
    await expect.poll(() => states).toEqual(['checking'])
    await settle()
    expect(states).toEqual(['checking'])
    first.resolve()
    await expect.poll(() => states).toEqual(['checking', 'claiming'])
  })

  it('stops when the component unmounts, and calls onState no more', async () => {
    const { client, orders, push } = flows()
    const states: string[] = []
    const hook = renderHook(() => useClaim({ onState: ({ kind }) => states.push(kind) }), null, below(client))
    await expect.poll(() => hook.current()).toBeDefined()
    hook.current()?.claim({ drop: DROP, wallet })
    await expect.poll(() => orders.length).toBe(1)
    push({ kind: 'checking' })
    hook.unmount()
    expect(orders[0]).toMatchObject({ signal: { aborted: true } })
    await settle()
    expect(states).toEqual([])
  })

  it('begins with the wallet that the user chooses', async () => {
    const { client, orders } = flows()
    const hook = renderHook(() => useClaim(), null, below(client))
    await expect.poll(() => hook.current()).toBeDefined()
    hook.current()?.claim({ drop: DROP, wallet: async () => wallet })
    await expect.poll(() => orders).toMatchObject([{ wallet }])
  })

  it('begins nothing if the user chooses no wallet', async () => {
    const { client, orders } = flows()
    const hook = renderHook(() => useClaim(), null, below(client))
    await expect.poll(() => hook.current()).toBeDefined()
    const chosen = Promise.withResolvers<null>()
    hook.current()?.claim({ drop: DROP, wallet: () => chosen.promise })
    await expect.poll(() => hook.current()?.isRunning).toBe(true)
    chosen.resolve(null)
    await expect.poll(() => hook.current()).toMatchObject({ state: null, isRunning: false })
    expect(orders).toEqual([])
  })

  it('refuses if the wallet declines to connect', async () => {
    const { client, orders } = flows()
    const hook = renderHook(() => useClaim(), null, below(client))
    await expect.poll(() => hook.current()).toBeDefined()
    hook.current()?.claim({ drop: DROP, wallet: () => Promise.reject(new WalletDeclined('closed')) })
    await expect
      .poll(() => hook.current())
      .toMatchObject({
        state: { kind: 'refused', refusal: { code: 'WALLET_DECLINED' } },
        isRunning: false,
      })
    expect(orders).toEqual([])
  })

  it('begins nothing if the component is gone when the wallet is chosen', async () => {
    const { client, orders } = flows()
    const hook = renderHook(() => useClaim(), null, below(client))
    await expect.poll(() => hook.current()).toBeDefined()
    const chosen = Promise.withResolvers<Wallet>()
    hook.current()?.claim({ drop: DROP, wallet: () => chosen.promise })
    hook.unmount()
    chosen.resolve(wallet)
    await settle()
    expect(orders).toEqual([])
  })

  it('refuses if the client cannot be loaded', async () => {
    const hook = renderHook(
      () => useClaim(),
      null,
      below(() => Promise.reject(new Error('offline'))),
    )
    await expect.poll(() => hook.current()).toBeDefined()
    hook.current()?.claim({ drop: DROP, wallet })
    await expect
      .poll(() => hook.current()?.state)
      .toMatchObject({ kind: 'refused', refusal: { code: 'UNREACHABLE' } })
  })

  it('passes an unexpected error of a flow to the error boundary', async () => {
    const { client, push } = flows()
    const hook = renderHook(() => useClaim(), null, below(client))
    await expect.poll(() => hook.current()).toBeDefined()
    hook.current()?.claim({ drop: DROP, wallet })
    push('throw')
    await expect.poll(() => hook.errors).toEqual([new Error('a bug')])
  })

  it.each([
    ['claim', () => useClaim().claim],
    ['enter', () => useEntry().enter],
    ['pay', () => usePay().pay],
  ] as const)('(%s) uses the client that its provider has now', async (method, use) => {
    const [before, now] = [flows(), flows()]
    let { client } = before
    const hook = renderHook<(order: never) => void, null>(use, null, (children) => below(client)(children))
    await expect.poll(() => hook.current()).toBeDefined()
    client = now.client
    const first = hook.current()
    hook.rerender(null)
    await expect.poll(() => hook.current()).not.toBe(first)
    hook.current()?.({ drop: DROP, wallet } as never)
    await expect.poll(() => now.orders).toMatchObject([{ method }])
    expect(before.orders).toEqual([])
  })

  it('pays', async () => {
    const { client, orders, push } = flows()
    const states: PaymentState['kind'][] = []
    const hook = renderHook(() => usePay({ onState: ({ kind }) => states.push(kind) }), null, below(client))
    await expect.poll(() => hook.current()).toBeDefined()
    hook.current()?.pay({ paymentIntentId: 'pi_1', wallet })
    push({ kind: 'checking' })
    await expect.poll(() => states).toEqual(['checking'])
    expect(orders).toMatchObject([{ method: 'pay', paymentIntentId: 'pi_1', wallet }])
  })

  it('enters a lottery', async () => {
    const { client, orders, push } = flows()
    const hook = renderHook(() => useEntry(), null, below(client))
    await expect.poll(() => hook.current()).toBeDefined()
    hook.current()?.enter({ drop: DROP, wallet })
    push({ kind: 'checking' })
    await expect.poll(() => hook.current()?.state).toEqual({ kind: 'checking' })
    expect(orders).toMatchObject([{ method: 'enter', drop: DROP, wallet }])
  })
})

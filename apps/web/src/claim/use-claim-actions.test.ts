// What the buttons of a claim page make the client do. The client's flow is driven by the test.
import type { ClaimOrder, ClaimState, DropkitClient } from '@dropkit/client'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { runHook } from '../../../../test/support/run-hook.ts'
import type { ClaimableDropFragment, MyPaymentFragment } from '../api/generated/operations.ts'

let useClaimActions: typeof import('./use-claim-actions.ts').useClaimActions
let DropkitProvider: typeof import('@dropkit/client/react').DropkitProvider
beforeEach(async () => {
  vi.stubGlobal('document', { getElementById: () => null, addEventListener: () => {} })
  vi.stubGlobal('location', { origin: 'https://drops.example', pathname: '/d/pepper' })
  vi.stubGlobal('addEventListener', () => {})
  vi.resetModules()
  useClaimActions = (await import('./use-claim-actions.ts')).useClaimActions
  DropkitProvider = (await import('@dropkit/client/react')).DropkitProvider
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const DROP = {
  id: 'drop_1',
  price: 0.5,
  currency: 'SUI',
  tokenAmount: '10',
  supply: null,
  maxAmount: '1000',
  remainingBalance: '1000',
} as ClaimableDropFragment
const WALLET = { name: 'Alice', address: '0xa11ce', signMessage: async () => '', execute: async () => '' }
const PAYMENT = {
  id: 'payment_1',
  amount: 0.9,
  quantity: 3,
  currency: 'SUI',
  coinType: '0x2::sui::SUI',
  amountAtomic: '900',
} as MyPaymentFragment
const CHOICE = { amount: null, recipient: null, items: 3 }

async function actionsOn(drop = DROP) {
  const orders: ClaimOrder[] = []
  const posted: unknown[] = []
  let give = (_: ClaimState | 'end') => {}
  const client = {
    async *claim(order: ClaimOrder) {
      orders.push(order)
      for (;;) {
        const state = await new Promise<ClaimState | 'end'>((resolve) => {
          give = resolve
        })
        if (state === 'end') return
        yield state
      }
    },
  } as unknown as DropkitClient
  vi.stubGlobal('fetch', async (path: string, { body }: RequestInit) => {
    posted.push([path, JSON.parse(String(body))])
    return Response.json({ data: { cancelPaymentIntent: { id: 'payment_1' } } })
  })
  const wallet = vi.fn(async () => WALLET)
  const who = { address: WALLET.address, connect: wallet, wallet, disconnect: () => {} }
  const reads = new QueryClient()
  const hook = runHook(
    () => useClaimActions(drop, who),
    null,
    (children) =>
      createElement(
        QueryClientProvider,
        { client: reads },
        createElement(DropkitProvider, { client }, children),
      ),
  )
  await expect.poll(() => hook.now()).toBeDefined()
  return {
    orders,
    posted,
    wallet,
    now: () => hook.now() as NonNullable<ReturnType<typeof hook.now>>,
    /** The order of the next flow, once it has begun. */
    async order(begin: () => void) {
      const known = orders.length
      begin()
      await expect.poll(() => orders.length).toBe(known + 1)
      return orders.at(-1)
    },
    async say(state: ClaimState | 'end') {
      await expect.poll(() => orders.length).toBeGreaterThan(0)
      give(state)
    },
  }
}

it('a buyer pays for all items what the page shows for one, and no more', async () => {
  const { now, order } = await actionsOn()
  expect(await order(() => now().payAndClaim(CHOICE, null))).toMatchObject({
    drop: 'drop_1',
    wallet: { address: WALLET.address },
    until: 'sent',
    quantity: 3,
    price: { amount: 0.5, currency: 'SUI' },
  })
})

it('a buyer pays for a payment that was begun what that costs', async () => {
  const { now, order } = await actionsOn()
  expect(await order(() => now().payAndClaim(CHOICE, PAYMENT))).toMatchObject({
    quantity: 3,
    price: { amount: 0.9 / 3, currency: 'SUI' },
  })
})

it('a buyer of base units pays for as many as the claim takes', async () => {
  const { now, order } = await actionsOn({ ...DROP, tokenAmount: null })
  const choice = { amount: '7', recipient: '0xb0b', items: 1 }
  expect(await order(() => now().payAndClaim(choice, null))).toMatchObject({
    amount: '7',
    quantity: 7,
    recipient: '0xb0b',
  })
})

it('a claim of what is free or paid for pays nothing', async () => {
  const { now, order } = await actionsOn()
  expect(await order(() => now().claim(CHOICE))).toMatchObject({ quantity: 0 })
})

it('a claim that is not finished is taken by its id', async () => {
  const { now, order } = await actionsOn()
  expect(await order(() => now().take('claim_1'))).toMatchObject({ claimId: 'claim_1' })
})

it('test coins are for the buyer’s wallet, as many as the payment needs', async () => {
  const { now, order, posted } = await actionsOn()
  await order(() => now().getTestCoins(PAYMENT, CHOICE))
  const coins = { address: WALLET.address, coinType: '0x2::sui::SUI', amount: '900' }
  expect(posted).toEqual([['/fake-chain/faucet', coins]])
})

it('the page does one thing at a time, and says what', async () => {
  const { now, orders, posted, wallet, say } = await actionsOn()
  now().claim(CHOICE)
  await expect.poll(() => now().activity).toEqual({ kind: 'busy', doing: 'reserving' })
  now().payAndClaim(CHOICE, null)
  now().cancelPayment(PAYMENT)
  now().connect()
  await expect.poll(() => orders.length).toBe(1)
  await say({ kind: 'taking', claim: { id: 'claim_1' } as never })
  await expect.poll(() => now().activity).toEqual({ kind: 'busy', doing: 'in_wallet' })
  expect([orders.length, posted, wallet.mock.calls.length]).toEqual([1, [], 1])
})

it('says that the server refused for now, and goes on by itself', async () => {
  const { now, say } = await actionsOn()
  now().claim(CHOICE)
  const refusal = { code: 'OVERLOADED', message: 'busy', retryable: true, details: {} } as const
  await say({ kind: 'waiting', refusal, retryAtMs: 7 })
  await expect
    .poll(() => now().activity)
    .toMatchObject({ kind: 'waiting', againAtMs: 7, error: { code: 'OVERLOADED' } })
})

it.each([
  ['DROP_SOLD_OUT', { kind: 'failed', error: { code: 'DROP_SOLD_OUT' } }],
  // The step shows what became of the payment.
  ['PAYMENT_NOT_CONFIRMED', { kind: 'idle' }],
] as const)('a flow that ends with %s is over', async (code, activity) => {
  const { now, say } = await actionsOn()
  now().claim(CHOICE)
  await say({ kind: 'refused', refusal: { code, message: 'no', retryable: false, details: {} } })
  await say('end')
  await expect.poll(() => now().activity).toMatchObject(activity)
})

it('shows the claims of a run when all are made, until the claimer goes on', async () => {
  const { now, order, say } = await actionsOn()
  const claimed = (id: string): ClaimState => ({ kind: 'sent', claim: { id } as never })
  await order(() => now().claim({ ...CHOICE, items: 2 }))
  await say(claimed('claim_1'))
  await order(() => void say('end'))
  await expect.poll(() => now().activity).toEqual({ kind: 'busy', doing: 'confirming' })
  expect(now().made).toEqual([])
  await say(claimed('claim_2'))
  await expect.poll(() => now().made).toEqual(['claim_1', 'claim_2'])
  await say('end')
  await expect.poll(() => now().activity).toEqual({ kind: 'idle' })
  now().goOn()
  await expect.poll(() => now().made).toEqual([])
})

it('cancels the payment that is shown', async () => {
  const { now, posted } = await actionsOn()
  now().cancelPayment(PAYMENT)
  await expect.poll(() => posted.length).toBe(1)
  await expect.poll(() => now().activity).toEqual({ kind: 'idle' })
  expect(posted).toMatchObject([['/graphql', { variables: { id: 'payment_1' } }]])
})

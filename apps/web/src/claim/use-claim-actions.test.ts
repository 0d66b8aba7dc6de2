// What the buttons of a claim page make the client do. The client's flow is driven by the test.
import type { ClaimOrder, ClaimState, DropkitClient } from '@dropkit/client'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { channel } from '../../../../test/support/channel.ts'
import { renderHook } from '../../../../test/support/render-hook.ts'
import { stubPage } from '../../../../test/support/stub-page.ts'
import type { ClaimableDropFragment, MyPaymentFragment } from '../api/generated/operations.ts'

let useClaimActions: typeof import('./use-claim-actions.ts').useClaimActions
let DropkitProvider: typeof import('@dropkit/client/react').DropkitProvider
beforeEach(async () => {
  stubPage()
  useClaimActions = (await import('./use-claim-actions.ts')).useClaimActions
  DropkitProvider = (await import('@dropkit/client/react')).DropkitProvider
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
  const states = channel<ClaimState | 'end'>()
  const client = {
    async *claim(order: ClaimOrder) {
      orders.push(order)
      for await (const state of states.read(order.signal as AbortSignal)) {
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
  const hook = renderHook(
    () => useClaimActions(drop, who),
    null,
    (children) =>
      createElement(
        QueryClientProvider,
        { client: reads },
        createElement(DropkitProvider, { client }, children),
      ),
  )
  await expect.poll(() => hook.current()).toBeDefined()
  return {
    orders,
    posted,
    wallet,
    current: () => hook.current() as NonNullable<ReturnType<typeof hook.current>>,
    /** The order of the next flow, once it has begun. */
    async order(begin: () => void) {
      const known = orders.length
      begin()
      await expect.poll(() => orders.length).toBe(known + 1)
      return orders.at(-1)
    },
    push: states.push,
  }
}

it('a buyer pays for all items what the page shows for one, and no more', async () => {
  const { current, order } = await actionsOn()
  expect(await order(() => current().payAndClaim(CHOICE, null))).toMatchObject({
    drop: 'drop_1',
    wallet: { address: WALLET.address },
    until: 'sent',
    quantity: 3,
    price: { amount: 0.5, currency: 'SUI' },
  })
})

it('a buyer pays for a payment that was begun what that costs', async () => {
  const { current, order } = await actionsOn()
  expect(await order(() => current().payAndClaim(CHOICE, PAYMENT))).toMatchObject({
    quantity: 3,
    price: { amount: 0.9 / 3, currency: 'SUI' },
  })
})

it('a buyer of base units pays for as many as the claim takes', async () => {
  const { current, order } = await actionsOn({ ...DROP, tokenAmount: null })
  const choice = { amount: '7', recipient: '0xb0b', items: 1 }
  expect(await order(() => current().payAndClaim(choice, null))).toMatchObject({
    amount: '7',
    quantity: 7,
    recipient: '0xb0b',
  })
})

it('a claim of what is free or paid for pays nothing', async () => {
  const { current, order } = await actionsOn()
  expect(await order(() => current().claim(CHOICE))).toMatchObject({ quantity: 0 })
})

it('a claim that is not finished is taken by its id', async () => {
  const { current, order } = await actionsOn()
  expect(await order(() => current().take('claim_1'))).toMatchObject({ claimId: 'claim_1' })
})

it('test coins are for the buyer’s wallet, as many as the payment needs', async () => {
  const { current, order, posted } = await actionsOn()
  await order(() => current().getTestCoins(PAYMENT, CHOICE))
  const coins = { address: WALLET.address, coinType: '0x2::sui::SUI', amount: '900' }
  expect(posted).toEqual([['/fake-chain/faucet', coins]])
})

it('the page does one thing at a time, and says what', async () => {
  const { current, orders, posted, wallet, push } = await actionsOn()
  current().claim(CHOICE)
  await expect.poll(() => current().activity).toEqual({ kind: 'busy', doing: 'reserving' })
  current().payAndClaim(CHOICE, null)
  current().cancelPayment(PAYMENT)
  current().connect()
  await expect.poll(() => orders.length).toBe(1)
  push({ kind: 'taking', claim: { id: 'claim_1' } as never })
  await expect.poll(() => current().activity).toEqual({ kind: 'busy', doing: 'in_wallet' })
  expect([orders.length, posted, wallet.mock.calls.length]).toEqual([1, [], 1])
})

it('says that the server refused for now, and goes on by itself', async () => {
  const { current, push } = await actionsOn()
  current().claim(CHOICE)
  const refusal = { code: 'OVERLOADED', message: 'busy', retryable: true, details: {} } as const
  push({ kind: 'waiting', refusal, retryAtMs: 7 })
  await expect
    .poll(() => current().activity)
    .toMatchObject({ kind: 'waiting', againAtMs: 7, error: { code: 'OVERLOADED' } })
})

it.each([
  ['DROP_SOLD_OUT', { kind: 'failed', error: { code: 'DROP_SOLD_OUT' } }],
  // The step shows what became of the payment.
  ['PAYMENT_NOT_CONFIRMED', { kind: 'idle' }],
] as const)('a flow that ends with %s is over', async (code, activity) => {
  const { current, push } = await actionsOn()
  current().claim(CHOICE)
  await expect.poll(() => current().activity.kind).toBe('busy')
  push({ kind: 'refused', refusal: { code, message: 'no', retryable: false, details: {} } })
  push('end')
  await expect.poll(() => current().activity).toMatchObject(activity)
})

it('shows the claims of a run when all are made, until the claimer goes on', async () => {
  const { current, order, push } = await actionsOn()
  const claimed = (id: string): ClaimState => ({ kind: 'sent', claim: { id } as never })
  await order(() => current().claim({ ...CHOICE, items: 2 }))
  push(claimed('claim_1'))
  await order(() => push('end'))
  await expect.poll(() => current().activity).toEqual({ kind: 'busy', doing: 'confirming' })
  expect(current().made).toEqual([])
  push(claimed('claim_2'))
  await expect.poll(() => current().made).toEqual(['claim_1', 'claim_2'])
  push('end')
  await expect.poll(() => current().activity).toEqual({ kind: 'idle' })
  current().goOn()
  await expect.poll(() => current().made).toEqual([])
})

it('cancels the payment that is shown', async () => {
  const { current, posted } = await actionsOn()
  current().cancelPayment(PAYMENT)
  await expect.poll(() => posted.length).toBe(1)
  await expect.poll(() => current().activity).toEqual({ kind: 'idle' })
  expect(posted).toMatchObject([['/graphql', { variables: { id: 'payment_1' } }]])
})

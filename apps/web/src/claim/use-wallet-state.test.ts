// What a claim page reads about the connected wallet.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { renderHook, settle } from '../../../../test/support/render-hook.ts'
import { stubPage } from '../../../../test/support/stub-page.ts'
import { stubService } from '../../../../test/support/stub-service.ts'
import { stubSockets } from '../../../../test/support/stub-sockets.ts'
import type { ClaimableDropFragment } from '../api/generated/operations.ts'

const DROP = {
  id: 'drop_1',
  type: 'TOKEN',
  status: 'ACTIVE',
  startsAt: null,
  claimDeadline: null,
  claimType: 'REGULAR',
  claimAccess: 'OPEN',
  maxPerWallet: null,
  price: null,
  supply: null,
  tokenAmount: '100',
  maxAmount: '1000',
  remainingBalance: '1000',
  claimCount: 0,
} as unknown as ClaimableDropFragment
const WALLET = '0xa11ce'
const ADMITTED = { eligible: true, retryable: false, reason: null, missingRequirements: [] }
const BARRED = { ...ADMITTED, eligible: false, missingRequirements: ['Holds basil'] }
const claim = (id: string, status: string) => ({
  id,
  status,
  expiresAt: null,
  createdAt: '2026-03-10T09:00:00Z',
})
const payment = (id: string, walletAddress: string, more: object = {}) => ({
  ...{ id, walletAddress, quantity: 1, itemsLeft: 0, txHash: null, status: 'PENDING' },
  ...{ expiresAt: '2099-01-01T00:00:00Z', ...more },
})

let sockets: ReturnType<typeof stubSockets>
beforeEach(() => {
  stubPage()
  sockets = stubSockets()
})
afterEach(() => {
  vi.useRealTimers()
})

interface Known {
  readonly claims?: readonly object[]
  readonly eligibility?: () => object
  readonly payments?: () => readonly object[]
}

async function stateOf(drop: ClaimableDropFragment, wallet: string | null, known: Known = {}) {
  const { claims = [], eligibility = () => ({ byEverything: ADMITTED }), payments = () => [] } = known
  const asked = stubService({
    MyClaims: () => ({ claims }),
    WalletEligibility: eligibility,
    MyPayments: () => ({ paymentIntents: payments() }),
  })
  const { useWalletState } = await import('./use-wallet-state.ts')
  const { credential } = await import('../api/http.ts')
  credential.set('ds_1')
  const reads = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const hook = renderHook(
    (given: ClaimableDropFragment) => useWalletState(given, wallet, null),
    drop,
    (children) => createElement(QueryClientProvider, { client: reads, children }),
  )
  return {
    hook,
    names: () => asked.map(([name]) => name),
    current: () => hook.current() as NonNullable<ReturnType<typeof hook.current>>,
    step: () => hook.current()?.step,
  }
}

describe('the state of a wallet', () => {
  it('is not read before a wallet is connected', async () => {
    const { step, names } = await stateOf(DROP, null)
    await expect.poll(step).toEqual({ kind: 'connect' })
    await settle()
    expect(names()).toEqual([])
  })

  it('needs no payments on a free drop', async () => {
    const { step, names } = await stateOf(DROP, WALLET)
    await expect.poll(step).toEqual({ kind: 'claim', paidItems: 0 })
    expect(names().toSorted()).toEqual(['MyClaims', 'WalletEligibility'])
  })

  it('has the claims that hold an amount', async () => {
    const { current } = await stateOf(DROP, WALLET, {
      claims: [claim('claim_3', 'EXPIRED'), claim('claim_2', 'CONFIRMED'), claim('claim_1', 'FAILED')],
    })
    await expect.poll(() => current().claims.map(({ id }) => id)).toEqual(['claim_2'])
  })

  it('has the payments of the wallet only, and follows the open one', async () => {
    const priced = { ...DROP, price: 0.5 }
    let own = payment('payment_1', WALLET)
    const { step } = await stateOf(priced, WALLET, { payments: () => [payment('payment_2', '0xb0b'), own] })
    await expect.poll(step).toMatchObject({ kind: 'pay', payment: { id: 'payment_1' } })
    await expect.poll(() => sockets.length).toBe(1)
    const [socket] = sockets
    await socket?.accept()
    expect(socket?.of('subscribe')).toMatchObject([
      { payload: { variables: { paymentIntentId: 'payment_1' } } },
    ])
    own = payment('payment_1', WALLET, { status: 'CONFIRMED', itemsLeft: 2 })
    socket?.deliver({ type: 'next', id: socket.subscriptionId, payload: { data: { paymentUpdates: {} } } })
    await expect.poll(step).toEqual({ kind: 'claim', paidItems: 2 })
  })

  it('has the error of what could not be read', async () => {
    const { current } = await stateOf(DROP, WALLET, {
      eligibility: () => {
        throw new Error('none')
      },
    })
    await expect.poll(() => current().error).toBeInstanceOf(Error)
    expect(current().step).toEqual({ kind: 'looking' })
  })

  it.each([
    ['the rules, if they say something else', { byRules: BARRED }, 'barred'],
    ['everything, if the rules are not named', {}, 'claim'],
  ])('is judged by %s', async (_, more, kind) => {
    const { step } = await stateOf(DROP, WALLET, {
      eligibility: () => ({ byEverything: ADMITTED, ...more }),
    })
    await expect.poll(step).toMatchObject({ kind })
  })
})

describe('a drop that opens while the page is open', () => {
  const CLOSED = { ...BARRED, missingRequirements: ['The drop has not started'] }

  /** Opens a page one second before the drop starts. */
  async function opening(eligibility: object) {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date', 'performance'] })
    const startsAt = new Date(Date.now() + 1_000).toISOString()
    const state = await stateOf({ ...DROP, status: 'SCHEDULED', startsAt }, WALLET, {
      eligibility: () => eligibility,
    })
    await expect.poll(state.step).toMatchObject({ kind: 'closed', why: 'not_started' })
    await settle()
    vi.advanceTimersByTime(2_000)
    await settle()
    return state
  }

  it('can be claimed at once, although eligibility was read before', async () => {
    const { step } = await opening({ byEverything: CLOSED, byRules: ADMITTED })
    await expect.poll(step).toEqual({ kind: 'claim', paidItems: 0 })
  })

  it('cannot be claimed while a rule could not be checked', async () => {
    const { step } = await opening({ byEverything: { ...CLOSED, retryable: true }, byRules: ADMITTED })
    await expect.poll(step).toMatchObject({ kind: 'not_ready' })
  })
})

import type { ClaimState } from '@dropkit/client'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiRefusal } from '../api/api-refusal.ts'
import {
  CancelMyPaymentDocument,
  type ClaimableDropFragment,
  type MyPaymentFragment,
} from '../api/generated/operations.ts'
import { postOrThrow } from '../api/post-json.ts'
import { inOneTab } from '../wallet/in-one-tab.ts'
import type { Wallet } from '../wallet/wallet.ts'
import { isRandom } from '../words/drop-amount.ts'
import { claimer } from './claimer.ts'
import { type Doing, doingOf } from './doing.ts'
import { itemsToPay } from './drop-award.ts'
import type { Claimer } from './use-claimer.ts'

/** What the page is doing for the claimer. */
export type Activity =
  | { readonly kind: 'idle' }
  | { readonly kind: 'busy'; readonly doing: Doing }
  /** The server refused for now; the page retries on its own. */
  | { readonly kind: 'waiting'; readonly fault: ApiRefusal; readonly againAtMs: number }
  | { readonly kind: 'failed'; readonly fault: unknown }

/** The claimer's choice of what to claim. */
export interface ClaimChoice {
  /** In base units, if the claimer chooses the amount. */
  readonly amount: string | null
  /** The address to which the claims are sent. Null: the wallet's own. */
  readonly recipient: string | null
  /** How many items to claim, one after the other. */
  readonly items: number
}

export interface ClaimActs {
  readonly activity: Activity
  /** Ids of the claims that the last action made, in order. They are shown until the claimer continues. */
  readonly made: readonly string[]
  readonly connect: () => void
  readonly claim: (choice: ClaimChoice) => void
  readonly payAndClaim: (choice: ClaimChoice) => void
  readonly take: (claimId: string) => void
  readonly getTestCoins: (payment: MyPaymentFragment, choice: ClaimChoice) => void
  /** Cancels an unpaid payment, so that the claimer can buy another quantity. */
  readonly cancelPayment: (payment: MyPaymentFragment) => void
  /** Closes the receipt, so that the claimer can claim again. */
  readonly goOn: () => void
}

/** The claimer's actions on a drop's page: one at a time, and in one tab at a time. */
export function useClaimActs(drop: ClaimableDropFragment, who: Claimer): ClaimActs {
  const reads = useQueryClient()
  const [activity, setActivity] = useState<Activity>({ kind: 'idle' })
  const [made, setMade] = useState<readonly string[]>([])
  const isBusy = useRef(false)

  const act = async (doing: Doing, work: () => Promise<void>) => {
    if (isBusy.current) return
    isBusy.current = true
    setActivity({ kind: 'busy', doing })
    try {
      await work()
      await reads.invalidateQueries()
      setActivity({ kind: 'idle' })
    } catch (fault) {
      const code = fault instanceof ApiRefusal ? fault.code : null
      if (code === 'UNAUTHENTICATED') claimer.leave()
      // The step shows what became of the payment.
      setActivity(code === 'PAYMENT_NOT_CONFIRMED' ? { kind: 'idle' } : { kind: 'failed', fault })
      void reads.invalidateQueries()
    } finally {
      isBusy.current = false
    }
  }
  const show = (state: ClaimState) => {
    if (state.kind === 'waiting') {
      const fault = new ApiRefusal(state.refusal.message, state.refusal)
      return setActivity({ kind: 'waiting', fault, againAtMs: state.retryAtMs })
    }
    const doing = doingOf(state.kind, isRandom(drop))
    if (doing !== null) setActivity({ kind: 'busy', doing })
  }
  const withWallet = (doing: Doing, work: (wallet: Wallet) => Promise<void>) =>
    void act(doing, async () => {
      const wallet = await who.wallet()
      if (wallet) await inOneTab(`dropkit claims ${drop.id}`, () => work(wallet))
    })

  /** Claims the items one after the other. If the first one needs a payment, pays for `toPay` items before. */
  const claimWith = async (wallet: Wallet, { amount, recipient, items }: ClaimChoice, toPay: number) => {
    const { carryClaim } = await import('./claim-flow.ts')
    const order = {
      drop: drop.id,
      ...(amount === null ? {} : { amount }),
      ...(recipient === null ? {} : { recipient }),
    }
    const claimIds = new Set<string>()
    try {
      for (let item = 1; item <= items; item += 1)
        await carryClaim(wallet, { ...order, quantity: item === 1 ? toPay : 0 }, (state) => {
          if ('claim' in state && state.claim.id) claimIds.add(state.claim.id)
          // Earlier items are not shown on their own, because the page would look finished between two items.
          if (item === items && claimIds.size > 0) setMade([...claimIds])
          show(state)
        })
    } finally {
      if (claimIds.size > 0) setMade([...claimIds])
    }
  }
  const payAndClaim = (wallet: Wallet, choice: ClaimChoice) =>
    claimWith(wallet, choice, choice.items * itemsToPay(drop, BigInt(choice.amount ?? '1')))

  return {
    activity,
    made,
    connect: () => void act('connecting', async () => void (await who.connect())),
    claim: (choice) => withWallet('reserving', (wallet) => claimWith(wallet, choice, 0)),
    payAndClaim: (choice) => withWallet('paying', (wallet) => payAndClaim(wallet, choice)),
    take: (claimId) =>
      withWallet('in_wallet', async (wallet) => {
        setMade([claimId])
        const { carryClaim } = await import('./claim-flow.ts')
        await carryClaim(wallet, { drop: drop.id, claimId }, show)
      }),
    getTestCoins: ({ coinType, amountAtomic }, choice) =>
      withWallet('coins', async (wallet) => {
        const { address } = wallet
        await postOrThrow('/fake-chain/faucet', { address, coinType, amount: amountAtomic })
        await payAndClaim(wallet, choice)
      }),
    cancelPayment: ({ id }) =>
      void act('paying', async () => {
        const { claimClient } = await import('./claim-client.ts')
        const cancelled = await claimClient.mutate(CancelMyPaymentDocument, { id })
        if (!cancelled.ok) throw new ApiRefusal(cancelled.refusal.message, cancelled.refusal)
      }),
    goOn: () => setMade([]),
  }
}

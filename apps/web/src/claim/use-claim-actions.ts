import type { ClaimState } from '@dropkit/client'
import { type ClaimHook, useClaim } from '@dropkit/client/react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useChange } from '../api/changes.ts'
import { ApiRefusal } from '../api/errors.ts'
import { flowError, walletOfFlow } from '../api/flow-errors.ts'
import {
  CancelMyPaymentDocument,
  type ClaimableDropFragment,
  type MyPaymentFragment,
  MyPaymentsDocument,
} from '../api/generated/operations.ts'
import { postOrThrow } from '../api/http.ts'
import { type Wallet, watchSent } from '../wallet/wallet.ts'
import { isRandom } from '../words/amount.ts'
import { itemsToPay } from './drop-award.ts'
import { type Claimer, claimer, type Doing, doingOf, proveHuman } from './use-claimer.ts'

/** What the page is doing for the claimer. */
export type Activity =
  | { readonly kind: 'idle' }
  | { readonly kind: 'busy'; readonly doing: Doing }
  /** The server refused for now; the page retries on its own. */
  | { readonly kind: 'waiting'; readonly error: ApiRefusal; readonly againAtMs: number }
  | { readonly kind: 'failed'; readonly error: unknown }

/** The claimer's choice of what to claim. */
export interface ClaimChoice {
  /** In base units, if the claimer chooses the amount. */
  readonly amount: string | null
  /** The address to which the claims are sent. Null: the wallet's own. */
  readonly recipient: string | null
  /** How many items to claim, one after the other. */
  readonly items: number
}

export interface ClaimActions {
  readonly activity: Activity
  /** Ids of the claims that the last action made, in order. They are shown until the claimer continues. */
  readonly made: readonly string[]
  readonly connect: () => void
  readonly claim: (choice: ClaimChoice) => void
  /** `payment`: the open payment that is shown, if there is one. */
  readonly payAndClaim: (choice: ClaimChoice, payment: MyPaymentFragment | null) => void
  readonly take: (claimId: string) => void
  readonly getTestCoins: (payment: MyPaymentFragment, choice: ClaimChoice) => void
  /** Cancels an unpaid payment, so that the claimer can buy another quantity. */
  readonly cancelPayment: (payment: MyPaymentFragment) => void
  /** Closes the receipt, so that the claimer can claim again. */
  readonly goOn: () => void
}

/** The claimer's actions on a drop's page, one at a time. */
export function useClaimActions(drop: ClaimableDropFragment, who: Claimer): ClaimActions {
  const reads = useQueryClient()
  const connecting = useMutation({
    mutationFn: who.connect,
    // If the claimer cancelled, nothing has changed, and the button must not wait for a read.
    onSuccess: (wallet) => (wallet === null ? undefined : reads.invalidateQueries()),
  })
  const cancelling = useChange(CancelMyPaymentDocument)
  const [begun, setBegun] = useState<{ readonly doing: Doing; readonly items: number }>(NOTHING)
  const flow = useClaim({
    onState(state) {
      watchSent(state)
      // The page then follows the payment that the flow has created.
      if (state.kind === 'paying' || state.kind === 'confirming_payment')
        void reads.invalidateQueries({ queryKey: [MyPaymentsDocument.toString()] })
      if (state.kind === 'refused') {
        leaveIfSignedOut(flowError(state.refusal))
        void reads.invalidateQueries()
      }
      return state.kind === 'sent' || state.kind === 'confirmed' ? reads.invalidateQueries() : undefined
    },
  })
  const isBusy = flow.isRunning || connecting.isPending || cancelling.isPending

  /** Ends what an earlier action shows. */
  const forget = () => {
    flow.reset()
    connecting.reset()
    cancelling.reset()
  }
  const carry = (
    doing: Doing,
    order: Omit<Parameters<ClaimHook['claim']>[0], 'drop' | 'wallet'>,
    prepare?: (wallet: Wallet) => Promise<unknown>,
  ) => {
    if (isBusy) return
    forget()
    setBegun({ doing, items: order.items ?? 1 })
    flow.claim({
      drop: drop.id,
      prove: proveHuman,
      until: 'sent',
      ...order,
      wallet: walletOfFlow(async () => {
        const wallet = await who.wallet()
        if (wallet) await prepare?.(wallet)
        return wallet
      }),
    })
  }
  /** The first claim pays for all items: what is shown, and not more. */
  const paid = (choice: ClaimChoice, payment: MyPaymentFragment | null) => ({
    ...orderOf(choice, choice.items * itemsToPay(drop, BigInt(choice.amount ?? '1'))),
    price: payment
      ? { amount: payment.amount / payment.quantity, currency: payment.currency }
      : { amount: drop.price ?? 0, currency: drop.currency },
  })
  // Earlier items are not shown on their own, because the page would look finished between two items.
  const isShown = !flow.isRunning || flow.claims.length >= begun.items

  return {
    activity: connecting.isPending
      ? { kind: 'busy', doing: 'connecting' }
      : cancelling.isPending
        ? { kind: 'busy', doing: 'paying' }
        : (failed(connecting.error ?? cancelling.error) ??
          activityOf(flow.isRunning, flow.state, doingOf(flow.state, isRandom(drop), begun.doing))),
    made: isShown ? flow.claims.map(({ id }) => id ?? '') : [],
    connect() {
      if (isBusy) return
      forget()
      connecting.mutate()
    },
    claim: (choice) => carry('reserving', orderOf(choice, 0)),
    payAndClaim: (choice, payment) => carry('paying', paid(choice, payment)),
    take: (claimId) => carry('in_wallet', { claimId }),
    getTestCoins(payment, choice) {
      const { coinType, amountAtomic: amount } = payment
      carry('coins', paid(choice, payment), ({ address }) =>
        postOrThrow('/fake-chain/faucet', { address, coinType, amount }),
      )
    },
    cancelPayment({ id }) {
      if (isBusy) return
      forget()
      cancelling.mutate({ id }, { onError: leaveIfSignedOut })
    },
    goOn: flow.reset,
  }
}

const NOTHING = { doing: 'reserving', items: 1 } as const

const orderOf = ({ amount, recipient, items }: ClaimChoice, quantity: number) => ({
  items,
  quantity,
  ...(amount === null ? {} : { amount }),
  ...(recipient === null ? {} : { recipient }),
})

function activityOf(isRunning: boolean, state: ClaimState | null, doing: Doing): Activity {
  if (state?.kind === 'waiting') {
    const error = new ApiRefusal(state.refusal.message, state.refusal)
    return { kind: 'waiting', error, againAtMs: state.retryAtMs }
  }
  // The step shows what became of the payment.
  if (state?.kind === 'refused' && state.refusal.code !== 'PAYMENT_NOT_CONFIRMED')
    return { kind: 'failed', error: flowError(state.refusal) }
  return isRunning ? { kind: 'busy', doing } : { kind: 'idle' }
}

const failed = (error: unknown): Activity | null => (error === null ? null : { kind: 'failed', error })

function leaveIfSignedOut(error: unknown): void {
  if (error instanceof ApiRefusal && error.code === 'UNAUTHENTICATED') claimer.leave()
}

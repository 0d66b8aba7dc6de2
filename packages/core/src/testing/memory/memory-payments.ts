import type { DropId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import { candidateOf } from '../../domain/payment/close-intent.ts'
import {
  isOpen,
  isOwnCoin,
  type PaymentIntent,
  receiptOf,
  received,
} from '../../domain/payment/payment-intent.ts'
import type { Store } from '../../ports/store.ts'
import { found } from './memory-found.ts'
import { pageOf } from './memory-lists.ts'
import { type MemoryState, UNIQUE } from './memory-state.ts'

type Payments = Pick<
  Store,
  | 'paymentIntents'
  | 'paymentIntentByExternalId'
  | 'listPaymentIntents'
  | 'refundsOfIntents'
  | 'unpaidIntents'
  | 'intentsPaidBy'
  | 'intentsWithCandidate'
  | 'openIntents'
  | 'intentsWithMoney'
  | 'intentsEarningApart'
  | 'intentUsing'
  | 'pendingTransfers'
>

interface Dated {
  readonly id: string
  readonly createdAt: Instant
}

const oldestFirst = (one: Dated, other: Dated): number =>
  one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1)

export const intentsOn = (state: MemoryState, dropId: DropId): PaymentIntent[] =>
  [...state.paymentIntents.all()].filter((intent) => intent.dropId === dropId).sort(oldestFirst)

export function createMemoryPayments(state: MemoryState): Payments {
  const intents = (isIn: (intent: PaymentIntent) => boolean): PaymentIntent[] =>
    [...state.paymentIntents.all()].filter(isIn).sort(oldestFirst)

  return {
    paymentIntents: async (ids) => found(ids, (id) => state.paymentIntents.get(id)),
    paymentIntentByExternalId: async (externalId) =>
      state.paymentIntents.byUnique(UNIQUE.externalId, externalId),
    listPaymentIntents: async (userId, page, wanted) =>
      pageOf(
        state.paymentIntents.all(),
        page,
        ({ payerId, creatorId, dropId }) =>
          (payerId === userId || creatorId === userId) && (wanted === undefined || dropId === wanted),
      ),
    refundsOfIntents: async (ids) =>
      found(ids, (id) => {
        const refunds = [...state.refunds.all()].filter(({ intentId }) => intentId === id)
        return refunds.length > 0 ? refunds.sort(oldestFirst) : undefined
      }),
    unpaidIntents: async (wallet, since) =>
      intents(
        (intent) => intent.wallet === wallet && !receiptOf(intent)?.isCounted && intent.expiresAt >= since,
      ),
    intentsPaidBy: async (wallet, since) =>
      intents((intent) => {
        const receipt = receiptOf(intent)
        return receipt?.isCounted === true && receipt.from === wallet && intent.expiresAt >= since
      }),
    async intentsWithCandidate(since, { after, limit }) {
      return intents((intent) => candidateOf(intent) !== null && intent.expiresAt >= since)
        .filter((intent) => after === undefined || byExpiry(intent, after) > 0)
        .sort(byExpiry)
        .slice(0, limit)
    },
    openIntents: async (dropId, limit) => intentsOn(state, dropId).filter(isOpen).slice(0, limit),
    intentsWithMoney: async (dropId, { after, limit }) =>
      intentsOn(state, dropId)
        .filter((intent) => received(intent) > intent.refunding && (after === undefined || intent.id > after))
        .sort((one, other) => (one.id < other.id ? -1 : 1))
        .slice(0, limit),
    intentsEarningApart: async (dropId, { after, limit }) =>
      intentsOn(state, dropId)
        .filter((intent) => intent.state.kind === 'PAID' && !isOwnCoin(intent))
        .filter(({ id, earned, paidOut }) => paidOut < earned && (after === undefined || id > after))
        .sort((one, other) => (one.id < other.id ? -1 : 1))
        .slice(0, limit),
    intentUsing: async (txHash) => state.usedPayments.get(txHash),

    async pendingTransfers(dropId, limit) {
      const refunds = [...state.refunds.all()].map((refund) => ({ refund, transfer: refund }))
      const payouts = [...state.payouts.all()].map((payout) => ({ payout, transfer: payout }))
      return [...refunds, ...payouts]
        .filter(({ transfer }) => transfer.dropId === dropId && transfer.state.kind === 'PENDING')
        .sort((one, other) => oldestFirst(one.transfer, other.transfer))
        .slice(0, limit)
        .map((pending) => ('refund' in pending ? { refund: pending.refund } : { payout: pending.payout }))
    },
  }
}

type Ending = Pick<PaymentIntent, 'id' | 'expiresAt'>

const byExpiry = (one: Ending, other: Ending): number =>
  one.expiresAt - other.expiresAt || (one.id < other.id ? -1 : one.id > other.id ? 1 : 0)

import {
  type DropId,
  type Fitting,
  type FittingQuery,
  fittingOf,
  type Instant,
  MOST_FITTING,
  MOST_WAITING,
  type OpenIntent,
  outstandingAmount,
  type PaymentIntent,
  type PaymentIntentId,
  type Refund,
  type Store,
  statusOf,
  transferKey,
  waitedUntil,
} from '@dropkit/core'
import { candidateOf, isInReviewWith, isOpen, isOwnCoin, receiptOf, received } from '@dropkit/core/internal'
import { pageOf } from './memory-lists.ts'
import { type MemoryState, UNIQUE } from './memory-state.ts'
import { found } from './memory-table.ts'

interface Dated {
  readonly id: string
  readonly createdAt: Instant
}

const oldestFirst = (one: Dated, other: Dated): number =>
  one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1)

export const intentsOn = (state: MemoryState, dropId: DropId): PaymentIntent[] =>
  [...state.paymentIntents.all()].filter((intent) => intent.dropId === dropId).sort(oldestFirst)

const asOpen = ({ id, state, expiresAt }: PaymentIntent): OpenIntent => ({
  id,
  expiresAt,
  candidateSince: state.kind === 'PROCESSING' ? state.since : null,
})

const sinceOf = ({ candidateSince }: OpenIntent): Instant => candidateSince ?? 0

export function createMemoryPayments(state: MemoryState) {
  const intents = (isIn: (intent: PaymentIntent) => boolean): PaymentIntent[] =>
    [...state.paymentIntents.all()].filter(isIn).sort(oldestFirst)
  const refundsOf = (id: PaymentIntentId): Refund[] =>
    [...state.refunds.all()].filter(({ intentId }) => intentId === id).sort(oldestFirst)

  return {
    paymentIntents: async (ids) => found(ids, (id) => state.paymentIntents.get(id)),
    paymentIntentByExternalId: async (externalId) =>
      state.paymentIntents.byUnique(UNIQUE.externalId, externalId),
    listPaymentIntents: async (userId, page, only) =>
      pageOf(
        state.paymentIntents.all(),
        page,
        (intent) =>
          (intent.payerId === userId || intent.creatorId === userId) &&
          (only?.dropId === undefined || intent.dropId === only.dropId) &&
          (only?.status === undefined || statusOf(intent) === only.status),
      ),
    refundsOfIntents: async (ids) =>
      found(ids, (id) => {
        const refunds = refundsOf(id)
        return refunds.length > 0 ? refunds : undefined
      }),
    async newestRefunds(ids) {
      const newest = new Map<PaymentIntentId, Refund>()
      const wanted = new Set(ids)
      for (const refund of state.refunds.all()) {
        const { intentId } = refund
        const known = newest.get(intentId)
        if (wanted.has(intentId) && (known === undefined || oldestFirst(known, refund) < 0))
          newest.set(intentId, refund)
      }
      return newest
    },
    fittingIntents: async (query) => fittingIn(state, query),
    async usersWaitingFor(wallet, { at, since }) {
      const found = intents(
        (intent) => intent.wallet === wallet && !receiptOf(intent)?.isCounted && intent.expiresAt >= since,
      ).slice(0, MOST_WAITING)
      const waiting = found.filter(
        ({ state: { kind }, createdAt }) => kind !== 'CANCELLED' && createdAt <= at,
      )
      const userIds = [...new Set(waiting.map(({ payerId }) => payerId))]
      return { userIds, hasMore: found.length === MOST_WAITING }
    },
    async intentsWithCandidate(since, { payerId, after, limit }) {
      return intents((intent) => candidateOf(intent) !== null && intent.expiresAt >= since)
        .filter((intent) => payerId === undefined || intent.payerId === payerId)
        .filter((intent) => after === undefined || byExpiry(intent, after) > 0)
        .sort(byExpiry)
        .slice(0, limit)
    },
    intentsInReviewWith: async (place, limit) =>
      intents((intent) => isInReviewWith(intent, place))
        .sort((one, other) => (one.id < other.id ? -1 : 1))
        .slice(0, limit),
    openIntents: async (dropId, limit) => intentsOn(state, dropId).filter(isOpen).slice(0, limit).map(asOpen),
    processingIntents: async (dropId, limit) =>
      intentsOn(state, dropId)
        .filter(({ state }) => state.kind === 'PROCESSING')
        .map(asOpen)
        .sort((one, other) => sinceOf(one) - sinceOf(other) || (one.id < other.id ? -1 : 1))
        .slice(0, limit),
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
    async usesOf(places) {
      return found(places.map(transferKey), (key) => state.usedPayments.get(key))
    },
    unmatchedPayments: async (ids) => found(ids, (id) => state.unmatchedPayments.get(id)),
    unmatchedAt: async (places) =>
      found(places.map(transferKey), (key) => state.unmatchedPayments.byUnique(UNIQUE.transfer, key)),
    listUnmatchedPayments: async (kind, page) =>
      pageOf(state.unmatchedPayments.all(), page, (payment) => kind === null || payment.state.kind === kind),
    async countUnmatchedPayments() {
      const count = (kind: string) =>
        [...state.unmatchedPayments.all()].filter((payment) => payment.state.kind === kind).length
      return { open: count('OPEN'), returning: count('RETURNING') }
    },

    refunds: async (ids) => new Map(ids.flatMap((id) => foundAs(id, state.refunds.get(id)))),
    payouts: async (ids) => new Map(ids.flatMap((id) => foundAs(id, state.payouts.get(id)))),
    listPayouts: async (creatorId, dropId, page) =>
      pageOf(
        state.payouts.all(),
        page,
        (payout) => payout.creatorId === creatorId && payout.dropId === dropId,
      ),
    dueTransfers: async (dropId, now, limit) =>
      pendingTransfers(state, dropId)
        .filter(({ dueAt }) => dueAt <= now)
        .slice(0, limit)
        .map(({ transfer }) => transfer),
    nextTransferAt: async (dropId) => pendingTransfers(state, dropId)[0]?.dueAt ?? null,
  } satisfies Partial<Store>
}

/** The intents that a transfer may pay, as for `Store.fittingIntents`. */
export function fittingIn(state: MemoryState, { transfer, since }: FittingQuery): Fitting {
  const ofAmount = [...state.paymentIntents.all()].filter(
    (intent) =>
      intent.wallet === transfer.from &&
      intent.coinType === transfer.coinType &&
      outstandingAmount(intent) === transfer.amount,
  )
  const waiting = ofAmount.filter((intent) => waitedUntil(intent) === null && intent.expiresAt >= since)
  const waitedThen = ofAmount.filter((intent) => (waitedUntil(intent) ?? -1) >= transfer.at)
  const cancelled = ofAmount.filter(
    ({ state: { kind }, expiresAt }) => kind === 'CANCELLED' && expiresAt >= since,
  )
  const groups = [
    waiting.sort(byExpiry),
    waitedThen.sort((one, other) => (waitedUntil(one) ?? 0) - (waitedUntil(other) ?? 0)),
    cancelled.sort((one, other) => -byExpiry(one, other)),
  ]
  return fittingOf(groups.map((group) => group.slice(0, MOST_FITTING)))
}

const foundAs = <Id, R>(id: Id, record: R | undefined): [Id, R][] => (record ? [[id, record]] : [])

/** The ones that have been due longest come first. */
function pendingTransfers(state: MemoryState, dropId: DropId) {
  const refunds = [...state.refunds.all()].map((refund) => ({ record: refund, transfer: { refund } }))
  const payouts = [...state.payouts.all()].map((payout) => ({ record: payout, transfer: { payout } }))
  return [...refunds, ...payouts]
    .filter(({ record }) => record.dropId === dropId && record.state.kind === 'PENDING')
    .map(({ record, transfer }) => ({
      id: record.id,
      dueAt: record.nextAttemptAt ?? record.createdAt,
      transfer,
    }))
    .sort((one, other) => one.dueAt - other.dueAt || (one.id < other.id ? -1 : 1))
}

type Ending = Pick<PaymentIntent, 'id' | 'expiresAt'>

const byExpiry = (one: Ending, other: Ending): number =>
  one.expiresAt - other.expiresAt || (one.id < other.id ? -1 : one.id > other.id ? 1 : 0)

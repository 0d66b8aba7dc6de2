import { isReserved, type PaymentIntent, type TransferState } from '@dropkit/core'
import {
  assertPaymentTotals,
  assertSound,
  isOwnCoin,
  owedMoney,
  receiptOf,
  transferKey,
} from '@dropkit/core/internal'
import { MEMORY_TREASURY } from '../memory-chain/memory-chain-state.ts'
import { type DropRecords, sum } from './drop-records.ts'
import { demand, demandEqual, Violation } from './violation.ts'
import type { World } from './world.ts'

interface Transfer {
  readonly amount: bigint
  readonly state: TransferState
}

const stands = ({ state }: Transfer): boolean => state.kind !== 'FAILED'
const isSent = ({ state }: Transfer): boolean => state.kind === 'SUCCEEDED'
const amount = (transfer: Transfer): bigint => transfer.amount

/** Checks received = refunded + paid out + kept, for each intent and each drop. */
export function checkMoney(records: DropRecords, world: World): void {
  const { drop, claims, intents, refunds, payouts } = records
  for (const intent of intents) checkIntent(intent, records, world)
  const own = intents.filter((intent) => isOwnCoin(intent) && receiptOf(intent)?.isCounted)
  const ownIds = new Set<string>(own.map(({ id }) => id))
  demandEqual(
    drop.payments,
    {
      received: sum(own, (intent) => receiptOf(intent)?.amount ?? 0n),
      refunded: sum(
        refunds.filter((refund) => stands(refund) && ownIds.has(refund.intentId)),
        amount,
      ),
      paidOut: sum(
        payouts.filter((payout) => stands(payout) && payout.intentId === null),
        amount,
      ),
      earned: sum(
        claims.filter(({ state, intentId }) => state.kind === 'CONFIRMED' && ownIds.has(intentId ?? '')),
        ({ cost }) => cost,
      ),
      owed: sum(own, owedMoney),
    },
    'payment totals are what the rows add up to',
    drop.id,
  )
  sound(() => assertPaymentTotals(drop.payments))
}

function checkIntent(intent: PaymentIntent, records: DropRecords, { storage, chain }: World): void {
  const rule = 'a purchase is what its payments, claims and refunds add up to'
  const receipt = receiptOf(intent)
  const used = chain.state.payments.filter(
    (payment) => storage.state.usedPayments.get(transferKey(payment)) === intent.id,
  )
  if (receipt?.isCounted)
    demandEqual(
      sum(used, (paid) => paid.amount),
      receipt.amount,
      rule,
      `${intent.id}: received`,
    )
  else demand(used.length === 0, rule, () => `${intent.id} uses up payments that do not count`)

  const claims = records.claims.filter(({ intentId }) => intentId === intent.id)
  const refunds = records.refunds.filter(({ intentId }) => intentId === intent.id)
  const payouts = records.payouts.filter(({ intentId }) => intentId === intent.id)
  const { spent, earned, refunding, refunded, paidOut } = intent
  demandEqual(
    { spent, earned, refunding, refunded, paidOut },
    {
      spent: claims.filter(({ state }) => isReserved(state)).reduce((items, claim) => items + claim.items, 0),
      earned: sum(
        claims.filter(({ state }) => state.kind === 'CONFIRMED'),
        ({ cost }) => cost,
      ),
      refunding: sum(refunds.filter(stands), amount),
      refunded: sum(refunds.filter(isSent), amount),
      paidOut: sum(payouts.filter(stands), amount),
    },
    rule,
    intent.id,
  )
  const mayHold = ['PENDING', 'PROCESSING', 'PAID'].includes(intent.state.kind)
  demand(intent.held === 0 || mayHold, 'only who may still claim holds items', () => intent.id)
  sound(() => assertSound(intent))
}

/** Checks that each refund and each payout leaves the treasury at most once, with the promised amount. */
export function checkTreasury({ storage, chain }: World): void {
  const { state } = storage
  const sent = new Map([...state.chainTransactions.all()].map((each) => [each.digest, each.purpose]))
  const done = new Set<string>()
  for (const [digest, outcome] of chain.state.outcomes) {
    if (outcome.kind !== 'succeeded') continue
    for (const payment of outcome.effects.payments) {
      if (payment.from !== MEMORY_TREASURY) continue
      const purpose = sent.get(digest)
      const id =
        purpose?.kind === 'refund' ? purpose.refundId : purpose?.kind === 'payout' ? purpose.payoutId : ''
      const transfer = state.refunds.get(id) ?? state.payouts.get(id)
      demand(transfer !== undefined, 'nothing leaves the treasury that is promised to nobody', () => digest)
      const { to, coinType } = transfer
      const promised = { to, coinType, amount: transfer.amount }
      const paid = { to: payment.to, coinType: payment.coinType, amount: payment.amount }
      demandEqual(paid, promised, 'a transfer is paid as it was promised', id)
      demand(!done.has(id), 'each transfer is paid once at most', () => id)
      done.add(id)
    }
  }
  for (const transfer of [...state.refunds.all(), ...state.payouts.all()]) {
    demand(!isSent(transfer) || done.has(transfer.id), 'what is said to be paid was paid', () => transfer.id)
  }
}

function sound(check: () => void): void {
  try {
    check()
  } catch (fault) {
    throw new Violation('money is never promised twice', String(fault))
  }
}

import type {
  Claim,
  ClaimedOnChain,
  Drop,
  LoggedEvent,
  LotteryEntry,
  PaymentIntent,
  Payout,
  Refund,
} from '@dropkit/core'
import { claimsOn } from '../memory/memory-claims.ts'
import { rankedEntry } from '../memory/memory-retention.ts'
import type { World } from './world.ts'

/** All records about one drop, for the checkers. */
export interface DropRecords {
  readonly drop: Drop
  /** Oldest first. */
  readonly claims: readonly Claim[]
  readonly intents: readonly PaymentIntent[]
  /** With their ranks. */
  readonly entries: readonly LotteryEntry[]
  readonly refunds: readonly Refund[]
  readonly payouts: readonly Payout[]
  /** Oldest first. */
  readonly events: readonly LoggedEvent[]
  /** The claims that its vault has paid. */
  readonly paid: readonly ClaimedOnChain[]
}

export function recordsOfDrops({ storage, chain }: World): readonly DropRecords[] {
  const { state } = storage
  const of = <R extends { readonly dropId: string | null }>(records: Iterable<R>) =>
    Map.groupBy(records, ({ dropId }) => dropId)
  const [entries, intents, refunds, payouts, events] = [
    of(state.lotteryEntries.all()),
    of(state.paymentIntents.all()),
    of(state.refunds.all()),
    of(state.payouts.all()),
    of(state.events),
  ]
  const paid = Map.groupBy(chain.state.claims, ({ dropObjectId }) => dropObjectId as string)
  return [...state.drops.all()].map((drop) => ({
    drop,
    claims: claimsOn(state, drop.id),
    intents: intents.get(drop.id) ?? [],
    entries: (entries.get(drop.id) ?? []).flatMap(({ wallet }) => rankedEntry(state, drop.id, wallet) ?? []),
    refunds: refunds.get(drop.id) ?? [],
    payouts: payouts.get(drop.id) ?? [],
    events: events.get(drop.id) ?? [],
    paid: drop.vault.kind === 'none' ? [] : (paid.get(drop.vault.objectId) ?? []),
  }))
}

export const sum = <R>(records: Iterable<R>, amountOf: (record: R) => bigint): bigint => {
  let total = 0n
  for (const record of records) total += amountOf(record)
  return total
}

import {
  type Claim,
  type ClaimedOnChain,
  type ClaimGrant,
  type Drop,
  idOfClaim,
  type LoggedEvent,
  type LotteryEntry,
  type PaymentIntent,
  type Payout,
  type Refund,
  type SignedVoucher,
} from '@dropkit/core'
import { rankedEntry } from '../memory/memory-retention.ts'
import { claimsOn, walletKey } from '../memory/memory-table.ts'
import { demandEqual } from './trace.ts'
import type { World } from './world.ts'

/** A voucher that a wallet holds, and the key that signed it. */
export interface HeldVoucher {
  readonly voucher: SignedVoucher
  readonly publicKey: string
}

/** What clients were told and may rely on. */
export interface Acknowledged {
  readonly drops: ReadonlyMap<string, Drop>
  /** Drops that were reported as deleted. */
  readonly deleted: ReadonlySet<string>
  readonly claims: ReadonlyMap<string, Pick<Claim, 'claimer' | 'amount'>>
  readonly vouchers: readonly HeldVoucher[]
  /** By drop and wallet. */
  readonly entries: ReadonlyMap<string, LotteryEntry>
  readonly intents: ReadonlyMap<string, PaymentIntent>
  readonly refunds: ReadonlyMap<string, Refund>
  readonly payouts: ReadonlyMap<string, Payout>
  /** The answer to each Idempotency-Key. */
  readonly keys: ReadonlyMap<string, string>
  /** How many records of a kind, or claims of a wallet on a drop, clients have requested; see `Request`. */
  askedFor(kind: string): number
  asked(kind: string): void
  drop(drop: Drop): void
  deletion(dropId: string): void
  claim(claim: Claim): void
  grant(grant: ClaimGrant): void
  entry(entry: LotteryEntry): void
  intent(intent: PaymentIntent): void
  refund(refund: Refund): void
  payout(payout: Payout): void
  /** All answers to one key must be the same. */
  key(key: string, answer: string): void
}

export function createAcknowledged(): Acknowledged {
  const drops = new Map<string, Drop>()
  const deleted = new Set<string>()
  const claims = new Map<string, Pick<Claim, 'claimer' | 'amount'>>()
  const vouchers: HeldVoucher[] = []
  const entries = new Map<string, LotteryEntry>()
  const intents = new Map<string, PaymentIntent>()
  const refunds = new Map<string, Refund>()
  const payouts = new Map<string, Payout>()
  const keys = new Map<string, string>()
  const asked = new Map<string, number>()

  function noteClaim(claim: Claim): void {
    const id = idOfClaim(claim)
    const { claimer, amount } = claim
    const earlier = claims.get(id)
    if (earlier) demandEqual({ claimer, amount }, earlier, 'an acknowledged claim stays what it is', id)
    claims.set(id, { claimer, amount })
  }

  return {
    drops,
    deleted,
    claims,
    vouchers,
    entries,
    intents,
    refunds,
    payouts,
    keys,
    askedFor: (kind) => asked.get(kind) ?? 0,
    asked: (kind) => void asked.set(kind, (asked.get(kind) ?? 0) + 1),
    drop: (drop) => void drops.set(drop.id, drop),
    deletion: (dropId) => void deleted.add(dropId),
    claim: noteClaim,
    grant({ claim, voucher, drop }) {
      noteClaim(claim)
      if (voucher) vouchers.push({ voucher, publicKey: drop.voucherKey.publicKey })
    },
    entry(entry) {
      const key = walletKey(entry.dropId, entry.wallet)
      const { enteredAt } = entries.get(key) ?? entry
      demandEqual(entry.enteredAt, enteredAt, 'an acknowledged entry stays what it is', key)
      entries.set(key, entry)
    },
    intent: (intent) => void intents.set(intent.id, intent),
    refund: (refund) => void refunds.set(refund.id, refund),
    payout: (payout) => void payouts.set(payout.id, payout),
    key(key, answer) {
      const earlier = keys.get(key)
      if (earlier !== undefined) demandEqual(answer, earlier, 'one Idempotency-Key has one answer', key)
      keys.set(key, answer)
    },
  }
}

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

import type { Address } from './address.ts'
import { decisionForVerdict, type Gate } from './claim-decision.ts'
import type { Drop } from './drop.ts'
import { refusalByStatus } from './drop-status.ts'
import { decideHumanCheck, type HumanProof } from './human-check.ts'
import type { Instant } from './instant.ts'
import { type LotteryEntry, lotteryPhaseAt, MAX_ENTRIES } from './lottery.ts'
import { refusalToClaimFor } from './ownership.ts'
import type { Refusal } from './refusal.ts'
import type { Caller } from './user.ts'

interface EntryContext {
  readonly drop: Drop
  /** The wallet's entry, if it has entered. */
  readonly entry: LotteryEntry | undefined
  readonly now: Instant
  readonly gate: Gate
}

/** What becomes of a wallet that asks to enter. */
type EntryDecision =
  | { readonly kind: 'entered'; readonly entry: LotteryEntry; readonly drop: Drop }
  /** It has entered before. Asking again changes nothing, also after the close. */
  | { readonly kind: 'repeated'; readonly entry: LotteryEntry }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | { readonly kind: 'facts_needed' }
  | { readonly kind: 'proof_needed' }

export interface EntryRequest {
  readonly caller: Caller
  readonly wallet: Address
  /** What the request shows for the drop's human check. */
  readonly proof?: HumanProof | undefined
}

/** What decides the entries of one batch: the state before the first of them. */
export interface EntryBatchContext {
  readonly drop: Drop
  readonly entries: ReadonlyMap<Address, LotteryEntry>
  readonly now: Instant
  /** The verdict of the gating rules on the wallet of the request at `index`. */
  readonly gate: (index: number) => Gate
}

/** The decision for each request of a batch, and what to write in its transaction. */
export interface EntryBatchResult {
  /** One decision per request, in order. */
  readonly decisions: readonly EntryDecision[]
  /** The drop after the batch; the same object if it did not change. */
  readonly drop: Drop
  readonly inserted: readonly LotteryEntry[]
}

/**
 * Decides entries of one drop one by one. Each sees the effects of the previous ones. A batch gives the same results as
 * deciding the same requests separately at the same instant.
 */
export function decideEntries(
  context: EntryBatchContext,
  requests: readonly EntryRequest[],
): EntryBatchResult {
  const inserted = new Map<Address, LotteryEntry>()
  let { drop } = context
  const decisions = requests.map((request, index) => {
    const { wallet } = request
    const entry = inserted.get(wallet) ?? context.entries.get(wallet)
    const decision = decideEntry({ drop, entry, now: context.now, gate: context.gate(index) }, request)
    if (decision.kind === 'entered') {
      inserted.set(wallet, decision.entry)
      drop = decision.drop
    }
    return decision
  })
  return { decisions, drop, inserted: [...inserted.values()] }
}

/** A wallet enters under the conditions under which it could claim. */
function decideEntry(
  { drop, entry, now, gate }: EntryContext,
  { caller, wallet, proof }: EntryRequest,
): EntryDecision {
  const { lottery } = drop
  const denied = refusalToClaimFor(caller, drop, wallet)
  if (denied) return { kind: 'refused', refusal: denied }
  if (lottery === null) {
    const use = drop.award.kind === 'random' ? 'claimRandomDrop' : 'claimDrop'
    return { kind: 'refused', refusal: { kind: 'wrong_operation', use } }
  }
  if (entry !== undefined) return { kind: 'repeated', entry }
  if (lotteryPhaseAt(lottery, now) !== 'OPEN')
    return { kind: 'refused', refusal: { kind: 'entries_closed', closedAt: lottery.entriesCloseAt } }
  const closed = refusalByStatus(drop, drop.tally, now)
  if (closed) return { kind: 'refused', refusal: closed }
  if (lottery.entries >= MAX_ENTRIES) {
    const message = `This lottery has ${MAX_ENTRIES} entries, which is the most`
    return {
      kind: 'refused',
      refusal: {
        kind: 'conflict',
        reason: 'LIMIT_REACHED',
        message,
        details: { limit: 'entries', value: MAX_ENTRIES },
      },
    }
  }
  const gated = decisionForVerdict(gate(drop))
  if (gated?.kind === 'refused') return { kind: 'refused', refusal: gated.refusal }
  if (gated) return { kind: 'facts_needed' }
  // A wallet enters once, so that no earlier entry can have used the proof.
  const unproved = decideHumanCheck({ drop, lastUseAt: null }, { caller, proof })
  if (unproved) return unproved
  return {
    kind: 'entered',
    entry: { dropId: drop.id, wallet, enteredAt: now, chunkRoot: null, orderKey: null, rank: null },
    drop: { ...drop, lottery: { ...lottery, entries: lottery.entries + 1 } },
  }
}

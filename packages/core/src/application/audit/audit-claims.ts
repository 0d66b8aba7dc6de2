import { amountOf } from '../../domain/amount.ts'
import { type Claim, idOfClaim, isReserved, isUndrawn, slotWithoutLimit } from '../../domain/claim.ts'
import { FIRST_HEAD, headAfter } from '../../domain/claim-order.ts'
import { type DrawHashes, drawChecker } from '../../domain/draw-verifier.ts'
import { type Drop, itemAmount, walletLimit } from '../../domain/drop.ts'
import { HOUR_MS, utcDay } from '../../domain/instant.ts'
import type { Compare } from './difference.ts'
import type { DropHistory } from './drop-history.ts'

/** Sums over a drop's claims, read oldest first. */
export interface ClaimTotals {
  take(claim: Claim): void
  /** Compares the sums with the drop. */
  finish(): void
  /** The number of claims in each hour. */
  readonly hours: ReadonlyMap<number, number>
  readonly waiting: {
    /** Claims with an open voucher. */
    readonly vouchers: number
    /** Claims that the service delivers and that are not confirmed. */
    readonly deliveries: number
    /** Claims whose amount waits for the beacon. */
    readonly undrawn: number
  }
  /** The transaction of each SUBMITTED claim, by sequence. */
  readonly submitted: ReadonlyMap<number, string>
}

const ROUND_ERRORS: readonly string[] = ['missing_head', 'missing_round', 'wrong_round', 'forged_round']

/** What claims are compared with: the draws by the seed (null if it is not available), and the order. */
interface AuditTools {
  readonly seed: Uint8Array | null
  readonly hashes: DrawHashes
}

export function createClaimTotals(
  drop: Drop,
  history: DropHistory,
  { seed, hashes }: AuditTools,
  compare: Compare,
): ClaimTotals {
  const hours = new Map<number, number>()
  const submitted = new Map<number, string>()
  const checkDraw =
    drop.award.kind === 'random' && seed !== null ? drawChecker(drawTermsOf(drop), { seed, ...hashes }) : null
  const rightSlot = slotRule(drop, history)
  const rightAmount = amountRule(drop, history)
  let [reservedAmount, reservedCount, lastSequence] = [0n, 0, 0]
  let [vouchers, deliveries, undrawn] = [0, 0, 0]
  let head: string | null = null

  function takeState(claim: Claim): void {
    const { state, sequence } = claim
    if (!isReserved(state)) return
    reservedAmount += claim.amount
    reservedCount++
    if (state.kind === 'SUBMITTED') submitted.set(sequence, state.txHash)
    if (isUndrawn(claim)) undrawn++
    else if (state.kind === 'PENDING' && state.expiresAt !== null) vouchers++
    else if (state.kind !== 'CONFIRMED') deliveries++
  }

  return {
    hours,
    submitted,
    get waiting() {
      return { vouchers, deliveries, undrawn }
    },
    take(claim) {
      const id = idOfClaim(claim)
      compare(id, 'sequence', claim.sequence, lastSequence + 1)
      lastSequence = claim.sequence
      compare(id, 'creatorId', claim.creatorId, drop.creatorId)
      if (claim.intentId === null) compare(id, 'cost', claim.cost, 0n)
      history.marks.compareState(claim, id)
      rightSlot(claim, id, compare)
      if (claim.head !== null)
        compare(id, 'orderHead', claim.head, headAfter(head ?? FIRST_HEAD, claim, hashes.sha256))
      head = claim.head
      const error = checkDraw?.draw(claim)
      if (error?.kind === 'wrong_amount') compare(id, 'amount (drawn)', error.actual, error.expected)
      if (error && ROUND_ERRORS.includes(error.kind))
        compare(id, 'round', claim.draw?.round ?? null, 'a round that is signed and follows from its time')
      if (error?.kind === 'too_many_draws') compare(id, 'amount (drawn)', claim.amount, 'nothing is left')
      const amount = rightAmount(claim)
      if (amount !== null) compare(id, 'amount', claim.amount, amount)
      takeState(claim)
      const hour = Math.floor(claim.createdAt / HOUR_MS)
      hours.set(hour, (hours.get(hour) ?? 0) + 1)
    },
    finish() {
      const { tally, supply, pool } = drop
      compare(drop.id, 'reservedAmount', tally.reservedAmount, reservedAmount)
      compare(drop.id, 'reservedCount', tally.reservedCount, reservedCount)
      compare(drop.id, 'lastSequence', tally.lastSequence, lastSequence)
      if (tally.order?.last === lastSequence) compare(drop.id, 'orderHead', tally.order.head, head)
      // The last claim of a random drop gets everything that is left.
      if (drop.award.kind === 'random' && supply === reservedCount && supply > 0 && undrawn === 0)
        compare(drop.id, 'sum of all draws', reservedAmount, pool)
    },
  }
}

const drawTermsOf = ({ id, pool, supply, award }: Drop) => ({
  dropId: id,
  pool,
  supply,
  beacon: award.kind === 'random' ? (award.beacon ?? null) : null,
})

type SlotRule = (claim: Claim, id: string, compare: Compare) => void

/**
 * Every reserved claim of a wallet has its own slot within the wallet's limit; the unique key prevents shared slots. If the
 * owner changed the terms, the former limit is unknown.
 */
function slotRule(drop: Drop, history: DropHistory): SlotRule {
  const haveTermsChanged = history.hasChanged('claimType', 'maxPerWallet', 'price')
  const limit = walletLimit(drop)
  return (claim, id, compare) => {
    const { sequence, slot } = claim
    if (!isReserved(claim.state)) return compare(id, 'slot', slot, -sequence)
    if (haveTermsChanged) return slot > 0 ? undefined : compare(id, 'slot', slot, 'above 0')
    if (drop.claimType === 'STREAK') return compare(id, 'slot', slot, utcDay(claim.createdAt))
    if (limit === Number.POSITIVE_INFINITY) return compare(id, 'slot', slot, slotWithoutLimit(sequence))
    if (slot < 1 || slot > limit) compare(id, 'slot', slot, `1 to ${limit}, the most of a wallet`)
  }
}

/** The amount that the drop's terms fix for a claim; null if the claimer or chance decides. */
function amountRule(drop: Drop, history: DropHistory): (claim: Claim) => bigint | null {
  const isNamed = drop.award.kind === 'random' || (drop.award.kind === 'open' && drop.price === null)
  if (isNamed || history.hasChanged('tokenAmount', 'maxAmount', 'supply', 'price')) return () => null
  const each = itemAmount(drop)
  return ({ items }) => amountOf(each * BigInt(items))
}

import { amountOf } from './amount.ts'
import type { BeaconRound } from './beacon.ts'
import { type Claim, isUndrawn } from './claim.ts'
import type { Drop } from './drop.ts'
import { type NewEvent, revealedEvent, type Transition } from './event.ts'
import type { Instant } from './instant.ts'
import { invariant } from './invariant.ts'
import { drawAmount, type SeededHash } from './random-amount.ts'

export interface RevealContext {
  /** A published round, verified. */
  readonly round: BeaconRound
  /** See `hashOfRound`. */
  readonly hash: SeededHash
  readonly now: Instant
}

export type Reveal = Transition<{ readonly drop: Drop; readonly claims: readonly Claim[] }>

/**
 * Draws the amounts of the claims that wait for one round, by sequence. No earlier claim of the drop may be undrawn. Claims
 * that are already drawn do not change.
 */
export function revealClaims(before: Drop, claims: readonly Claim[], context: RevealContext): Reveal {
  const { supply } = before
  invariant(before.award.kind === 'random' && before.award.beacon != null && supply !== null, 'a beacon drop')
  let drop = before
  const revealed: Claim[] = []
  const events: NewEvent[] = []
  for (const claim of claims) {
    if (!isUndrawn(claim) || claim.draw?.round !== context.round.round) continue
    const { tally, pool } = drop
    const amount = drawAmount(
      {
        dropId: drop.id,
        sequence: claim.sequence,
        claimer: claim.claimer,
        remaining: pool - tally.reservedAmount,
        itemsLeft: supply - claim.sequence + 1,
        pool,
      },
      context.hash,
    )
    const signature = revealed.length === 0 ? context.round.signature : null
    const drawn: Claim = { ...claim, amount, draw: { ...claim.draw, revealedAt: context.now, signature } }
    const reservedAmount = amountOf(tally.reservedAmount + amount)
    drop = { ...drop, tally: { ...tally, reservedAmount }, updatedAt: context.now }
    revealed.push(drawn)
    events.push(revealedEvent(drawn, drop, context.now))
  }
  return { drop, claims: revealed, events }
}

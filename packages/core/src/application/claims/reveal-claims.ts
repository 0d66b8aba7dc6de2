import type { BeaconRound } from '../../domain/beacon.ts'
import type { Claim } from '../../domain/claim.ts'
import { revealClaims } from '../../domain/claim-settlement.ts'
import { isDrawnByBeacon } from '../../domain/drop.ts'
import type { DropId } from '../../domain/ids.ts'
import { invariant } from '../../domain/invariant.ts'
import { hashOfRound, type SeededHash } from '../../domain/random-amount.ts'
import type { Change, JobOutcome, Ports } from '../../ports/index.ts'
import { readRound } from '../beacon-round.ts'
import { openSeed } from '../drops/create-drop.ts'
import type { JobRun } from '../run-budget.ts'

export type RevealPorts = Pick<Ports, 'store' | 'clock' | 'secrets' | 'hashes' | 'beacon'>

const CLAIMS_PER_CHANGE = 250

/**
 * Draws the amounts of claims whose rounds are published, in the order of the claims, and schedules their delivery. Any
 * number of servers may do this at once: the amounts are drawn under the drop's lock, each only once. If the beacon cannot
 * be reached, the claims wait.
 */
export async function revealDrop(
  ports: RevealPorts,
  dropId: DropId,
  { budget }: JobRun,
): Promise<JobOutcome> {
  const drop = await ports.store.dropForSettlement(dropId)
  if (!drop || !isDrawnByBeacon(drop.award)) return { kind: 'done' }
  const { beacon: chain, seed: sealedSeed } = drop.award
  const seed = openSeed(ports.secrets, dropId, sealedSeed)
  let round: BeaconRound | null = null
  for (;;) {
    const undrawn = await ports.store.undrawnClaims(dropId, Math.min(budget.itemsLeft, CLAIMS_PER_CHANGE))
    const number = undrawn[0]?.draw?.round
    if (number === undefined) return { kind: 'done' }
    if (round?.round !== number) {
      const answer = await readRound(ports, chain, number)
      if (!answer.ok) return answer.error
      round = answer.value
    }
    const hash = hashOfRound(seed, ports.hashes.hmacSha256, { dropId, ...round })
    const drawable = undrawn.filter(({ draw }) => draw?.round === number)
    await draw(ports, dropId, drawable, { round, hash })
    budget.spend(drawable.length)
    if (budget.isSpent()) return { kind: 'again', dueAt: ports.clock.now() }
  }
}

async function draw(
  ports: RevealPorts,
  dropId: DropId,
  claims: readonly Claim[],
  by: { readonly round: BeaconRound; readonly hash: SeededHash },
): Promise<void> {
  const sequences = claims.map(({ sequence }) => sequence)
  const changed = await ports.store.changeDrop(dropId, { sequences }, (dropState): Change<void> => {
    if (dropState === null) return { result: undefined }
    const now = ports.clock.now()
    const revealed = revealClaims(dropState.drop, [...dropState.claims.values()], { ...by, now })
    // Another server has revealed them first.
    if (revealed.claims.length === 0) return { result: undefined }
    return {
      result: undefined,
      update: { drops: [revealed.drop], claims: revealed.claims },
      events: revealed.events,
      jobs: [{ kind: 'deliver_claims', subject: dropId, ownerId: revealed.drop.creatorId, dueAt: now }],
    }
  })
  invariant(changed.ok, 'a draw has no unique field')
}

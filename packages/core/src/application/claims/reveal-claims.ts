import { type BeaconChain, type BeaconRound, timeOfRound } from '../../domain/beacon.ts'
import type { Claim } from '../../domain/claim.ts'
import type { DropId } from '../../domain/ids.ts'
import { type Instant, toIso } from '../../domain/instant.ts'
import { invariant } from '../../domain/invariant.ts'
import { hashOfRound, type SeededHash } from '../../domain/random-amount.ts'
import { revealClaims } from '../../domain/reveal-claims.ts'
import type { BeaconFailure, Change, JobFailure, JobOutcome, Ports } from '../../ports/index.ts'
import { openSeed } from '../drops/drop-secrets.ts'
import type { JobRun } from '../run-budget.ts'

export type RevealPorts = Pick<Ports, 'store' | 'clock' | 'secrets' | 'hashes' | 'beacon'>

const CLAIMS_PER_CHANGE = 250
/** How soon a round is asked for again whose time has come. */
const RETRY_DELAY_MS = 500

/**
 * Draws the amounts of a drop's claims whose rounds are published, in the order of the claims, and has them delivered.
 * Any number of servers may do this at once: the amounts are drawn under the drop's lock, each once. If the beacon
 * cannot be reached, the claims wait.
 */
export async function revealDrop(
  ports: RevealPorts,
  dropId: DropId,
  { budget }: JobRun,
): Promise<JobOutcome> {
  const drop = await ports.store.dropForSettlement(dropId)
  if (drop?.award.kind !== 'random' || drop.award.beacon == null) return { kind: 'done' }
  const { beacon: chain, seed: sealedSeed } = drop.award
  const { beacon } = ports
  if (beacon?.chain.hash !== chain.hash) {
    const reason = `The drop uses the beacon ${chain.hash}; this server is set up for ${beacon?.chain.hash ?? 'none'}`
    return failing(ports.clock.now(), reason)
  }
  const seed = openSeed(ports.secrets, dropId, sealedSeed)
  let round: BeaconRound | null = null
  for (;;) {
    const undrawn = await ports.store.undrawnClaims(dropId, Math.min(budget.itemsLeft, CLAIMS_PER_CHANGE))
    const number = undrawn[0]?.draw?.round
    if (number === undefined) return { kind: 'done' }
    if (round?.round !== number) {
      const answer = await beacon.round(number)
      if (!answer.ok) return waitFor(ports, chain, number, answer.error)
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
  const changed = await ports.store.changeDrop(dropId, { sequences }, (pool): Change<void> => {
    if (pool === null) return { result: undefined }
    const now = ports.clock.now()
    const revealed = revealClaims(pool.drop, [...pool.claims.values()], { ...by, now })
    // Another server was faster.
    if (revealed.claims.length === 0) return { result: undefined }
    return {
      result: undefined,
      update: { drops: [revealed.drop], claims: revealed.claims },
      events: revealed.events,
      jobs: [{ kind: 'deliver_claims', subject: dropId, dueAt: now }],
    }
  })
  invariant(changed.ok, 'a draw has no unique field')
}

function waitFor(
  { clock }: RevealPorts,
  chain: BeaconChain,
  round: number,
  failure: BeaconFailure,
): JobOutcome {
  const now = clock.now()
  if (failure.kind !== 'not_yet') return failing(now, `Round ${round} of the beacon: ${failure.reason}`)
  const dueAt = timeOfRound(chain, round)
  return dueAt > now
    ? { kind: 'again', dueAt }
    : failing(now, `Round ${round} of the beacon is late: it was due at ${toIso(dueAt)}`)
}

function failing(now: Instant, reason: string): JobOutcome {
  const failed: JobFailure = { class: 'beacon_unavailable', reason }
  return { kind: 'again', dueAt: now + RETRY_DELAY_MS, failed }
}

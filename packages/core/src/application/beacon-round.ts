import { type BeaconChain, type BeaconRound, timeOfRound } from '../domain/beacon.ts'
import { type Instant, toIso } from '../domain/instant.ts'
import { err, ok, type Result } from '../domain/result.ts'
import type { BeaconFailure, JobFailure, JobOutcome, Ports } from '../ports/index.ts'

/** The wait before a due round is requested again. */
const RETRY_DELAY_MS = 500

type BeaconPorts = Pick<Ports, 'clock' | 'beacon'>

/** Reads a beacon round for a background job, or returns how the job waits for it. */
export async function readRound(
  ports: BeaconPorts,
  chain: BeaconChain,
  round: number,
): Promise<Result<BeaconRound, JobOutcome>> {
  const { beacon } = ports
  if (beacon?.chain.hash !== chain.hash) {
    const reason = `The drop uses the beacon ${chain.hash}; this server is set up for ${beacon?.chain.hash ?? 'none'}`
    return err(failing(ports.clock.now(), reason))
  }
  const answer = await beacon.round(round)
  return answer.ok ? ok(answer.value) : err(waitFor(ports, chain, round, answer.error))
}

function waitFor(
  { clock }: BeaconPorts,
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

import type { Address } from '../../domain/address.ts'
import type { JobOutcome } from '../../ports/index.ts'
import type { JobRun } from '../failing-jobs.ts'
import type { Settings } from '../settings.ts'
import { positionWithoutFailures, type WatchPorts, watchPayments } from './watch-payments.ts'

/** The positions of this many treasuries are kept. A service has one, and more only after its key was changed. */
const MOST_TREASURIES = 3
const PREFIX = 'treasuries:'

/** The positions of treasuries, the one that was watched last first. */
type Positions = readonly (readonly [treasury: Address | null, position: string | null])[]

/**
 * Watches the payments to the treasury of this server. Each treasury has its own position, because a server that still has the key
 * of a former one would move the position past payments to the new one. A new treasury begins at the position of the last one.
 */
export async function watchTreasury(ports: WatchPorts, settings: Settings, run: JobRun): Promise<JobOutcome> {
  const { treasuryAddress } = ports.chain
  const before = readPositions(run.memo)
  const own = before.find(([treasury]) => treasury === treasuryAddress)
  const position = own ? own[1] : positionWithoutFailures(before[0]?.[1] ?? null)
  const outcome = await watchPayments(ports, settings, { ...run, memo: position })
  if (outcome.kind !== 'again') return outcome
  const others = before.filter(([treasury]) => treasury !== null && treasury !== treasuryAddress)
  return { ...outcome, memo: writePositions([[treasuryAddress, outcome.memo ?? position], ...others]) }
}

/** A memo of an earlier release is the position alone. */
function readPositions(memo: string | null): Positions {
  if (!memo?.startsWith(PREFIX)) return [[null, memo]]
  return JSON.parse(memo.slice(PREFIX.length)) as Positions
}

const writePositions = (positions: Positions): string =>
  `${PREFIX}${JSON.stringify(positions.slice(0, MOST_TREASURIES))}`

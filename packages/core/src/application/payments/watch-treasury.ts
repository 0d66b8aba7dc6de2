import type { Address } from '../../domain/address.ts'
import type { JobOutcome, Ports } from '../../ports/index.ts'
import type { JobRun } from '../run-budget.ts'
import type { Settings } from '../settings.ts'
import { positionWithoutFailures, type WatchPorts, watchPayments } from './watch-payments.ts'

/** The positions of this many treasuries are kept. A service has one, and more only after its key was changed. */
const MOST_TREASURIES = 3
const PREFIX = 'treasuries:'
/** The treasury that was watched first. */
const FIRST_KEY = 'payments/treasury'

/** The positions of treasuries, the one that was watched last first. */
type Positions = readonly (readonly [treasury: Address | null, position: string | null])[]

/**
 * Watches the payments to the treasury of this server. Each treasury has its own position, because a server that still has
 * the key of a former one would move the position past payments to the new one. A new treasury begins at the position of the
 * last one.
 *
 * The memo is the position alone as long as only one treasury was watched, because an earlier release can read only that.
 */
export async function watchTreasury(
  ports: WatchPorts & Pick<Ports, 'keyValues'>,
  settings: Settings,
  run: JobRun,
): Promise<JobOutcome> {
  const { treasuryAddress } = ports.chain
  const first = await firstTreasury(ports.keyValues, treasuryAddress)
  const before = readPositions(run.memo, first)
  const own = before.find(([treasury]) => treasury === treasuryAddress)
  const position = own ? own[1] : positionWithoutFailures(before[0]?.[1] ?? null)
  const outcome = await watchPayments(ports, settings, { ...run, memo: position })
  if (outcome.kind !== 'again') return outcome
  const others = before.filter(([treasury]) => treasury !== null && treasury !== treasuryAddress)
  if (others.length === 0 && first === treasuryAddress) return outcome
  return { ...outcome, memo: writePositions([[treasuryAddress, outcome.memo ?? position], ...others]) }
}

/** The treasuries that the servers of this service watch, that of this server first. */
export async function watchedTreasuries({
  chain: { treasuryAddress },
  jobs,
  keyValues,
}: Pick<Ports, 'chain' | 'jobs' | 'keyValues'>): Promise<readonly Address[]> {
  const memo = await jobs.memoOf('watch_payments', 'chain')
  const positions = readPositions(memo, await firstTreasury(keyValues, treasuryAddress))
  return [...new Set([treasuryAddress, ...positions.flatMap(([treasury]) => treasury ?? [])])]
}

const knownFirst = new WeakMap<NonNullable<Ports['keyValues']>, Address>()

/** The treasury that was watched first, which is noted; null if nothing can be noted. It never changes. */
async function firstTreasury(keyValues: Ports['keyValues'], present: Address): Promise<Address | null> {
  if (keyValues === undefined) return null
  const known = knownFirst.get(keyValues)
  if (known !== undefined) return known
  const first = await keyValues.transact([FIRST_KEY], (values) => {
    const noted = values.get(FIRST_KEY) as Address | undefined
    return { writes: new Map(noted ? [] : [[FIRST_KEY, present]]), result: noted ?? present }
  })
  knownFirst.set(keyValues, first)
  return first
}

/** A memo without treasuries is the position of the first one. */
function readPositions(memo: string | null, first: Address | null): Positions {
  if (!memo?.startsWith(PREFIX)) return [[first, memo]]
  return JSON.parse(memo.slice(PREFIX.length)) as Positions
}

const writePositions = (positions: Positions): string =>
  `${PREFIX}${JSON.stringify(positions.slice(0, MOST_TREASURIES))}`

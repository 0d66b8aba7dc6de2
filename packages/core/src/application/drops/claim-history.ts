import type { BriefDrop } from '../../domain/drop.ts'
import type { DropId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import { badInput, type Refusal } from '../../domain/refusal.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import type { ClaimRange, ClaimSum, Ports } from '../../ports/index.ts'

/** Reserved claims that were made in one of equal intervals. */
export interface ClaimHistoryPoint {
  /** Where the interval begins. */
  readonly at: Instant
  readonly claims: number
  /** In base units. */
  readonly amount: bigint
}

/** Of which time claims are counted, and in how many intervals. */
export interface ClaimHistoryInput {
  /** How many intervals: 1 to 200. */
  readonly points: number
  readonly from?: Instant | null | undefined
  readonly to?: Instant | null | undefined
}

export interface ClaimHistory {
  /** From the first claim (else from when the drop starts or was made) to now, unless told otherwise. */
  of(drop: BriefDrop, input: ClaimHistoryInput): Promise<Result<readonly ClaimHistoryPoint[], Refusal>>
}

const MAX_POINTS = 200
/** So many claims in a row are summed up once, and as long as one of them is open again after a while. */
const BLOCK = 256
/** More would keep everything else waiting on SQLite. */
const BLOCKS_PER_READ = 16
const OPEN_BLOCK_FRESH_MS = 10_000
const MAX_DROPS = 50

interface Block {
  readonly sum: ClaimSum
  readonly readAt: Instant
}

/**
 * Claims over time. A drop's claims are numbered in the order in which they were made, so what was made before an
 * instant is all of the blocks before it and a part of one: that part alone is looked at each time. A process remembers
 * the sums of whole blocks; when it has none yet it reads all claims of the drop once, a few blocks at a time.
 */
export function createClaimHistory(ports: Pick<Ports, 'store' | 'clock'>): ClaimHistory {
  const known = new Map<DropId, Map<number, Block>>()

  /** Those of the drop asked for least recently are forgotten. */
  function blocksKnownOf(dropId: DropId): Map<number, Block> {
    const blocks = known.get(dropId) ?? new Map<number, Block>()
    known.delete(dropId)
    known.set(dropId, blocks)
    const [oldest] = known.keys()
    if (known.size > MAX_DROPS && oldest !== undefined) known.delete(oldest)
    return blocks
  }

  async function blocksOf({ id, tally }: BriefDrop): Promise<readonly ClaimSum[]> {
    const blocks = blocksKnownOf(id)
    const now = ports.clock.now()
    const isWhole = (place: number) => (place + 1) * BLOCK <= tally.lastSequence
    const isFresh = (block: Block | undefined) =>
      block !== undefined && (block.sum.isSettled || now - block.readAt < OPEN_BLOCK_FRESH_MS)
    const places = Array.from({ length: Math.ceil(tally.lastSequence / BLOCK) }, (_, place) => place)
    const sums = new Map<number, ClaimSum>()
    const wanted = places.filter((place) => !isWhole(place) || !isFresh(blocks.get(place)))
    for (let first = 0; first < wanted.length; first += BLOCKS_PER_READ) {
      const part = wanted.slice(first, first + BLOCKS_PER_READ)
      const read = await ports.store.claimSums(
        id,
        part.map((place) => rangeOf(place, Number.MAX_SAFE_INTEGER)),
      )
      part.forEach((place, n) => {
        const sum = read[n] ?? NOTHING
        sums.set(place, sum)
        if (isWhole(place)) blocks.set(place, { sum, readAt: now })
      })
    }
    return places.map((place) => sums.get(place) ?? blocks.get(place)?.sum ?? NOTHING)
  }

  /** How much was made before each of these instants. */
  async function madeBefore(
    { id }: BriefDrop,
    blocks: readonly ClaimSum[],
    instants: readonly Instant[],
  ): Promise<readonly Total[]> {
    const { starts, totals } = runningTotals(blocks)
    const places = instants.map((instant) => lastBefore(starts, instant))
    const ranges = instants.flatMap((instant, n) => {
      const place = places[n] ?? -1
      return place < 0 ? [] : [rangeOf(place, instant)]
    })
    const parts = ranges.length === 0 ? [] : await ports.store.claimSums(id, ranges)
    let next = 0
    return places.map((place) => (place < 0 ? NONE : plus(totals[place] ?? NONE, parts[next++] ?? NOTHING)))
  }

  return {
    async of(drop, input) {
      const { points } = input
      if (!Number.isInteger(points) || points < 1 || points > MAX_POINTS)
        return err(
          badInput('points', 'OUT_OF_RANGE', `points must be 1 to ${MAX_POINTS}, it is ${points}`, {
            least: 1,
            most: MAX_POINTS,
          }),
        )
      const to = input.to ?? ports.clock.now()
      const blocks = await blocksOf(drop)
      const from = input.from ?? Math.min(beginning(drop, blocks, to), to - points)
      if (to - from < points)
        return err(
          badInput(
            'from',
            'TOO_LATE',
            'from must be earlier than to, by a millisecond for each of the points',
          ),
        )
      const instants = Array.from({ length: points + 1 }, (_, n) =>
        Math.round(from + ((to - from) * n) / points),
      )
      const totals = await madeBefore(drop, blocks, instants)
      return ok(
        instants.slice(0, points).map((at, n): ClaimHistoryPoint => {
          const [before = NONE, after = NONE] = [totals[n], totals[n + 1]]
          return { at, claims: after.claims - before.claims, amount: after.amount - before.amount }
        }),
      )
    },
  }
}

type Total = Pick<ClaimSum, 'claims' | 'amount'>

const NONE: Total = { claims: 0, amount: 0n }
const NOTHING: ClaimSum = { ...NONE, isSettled: true, firstAt: null }

const plus = (one: Total, other: Total): Total => ({
  claims: one.claims + other.claims,
  amount: one.amount + other.amount,
})

const rangeOf = (place: number, before: Instant): ClaimRange => ({
  after: place * BLOCK,
  upTo: (place + 1) * BLOCK,
  before,
})

function beginning({ startsAt, createdAt }: BriefDrop, [first]: readonly ClaimSum[], to: Instant): Instant {
  if (first?.firstAt != null) return first.firstAt
  return startsAt !== null && startsAt < to ? startsAt : createdAt
}

/** When each block begins, and what the blocks before it come to. Servers' clocks differ a little: time never goes back. */
function runningTotals(blocks: readonly ClaimSum[]) {
  const starts: Instant[] = []
  const totals: Total[] = []
  let start = Number.NEGATIVE_INFINITY
  let total = NONE
  for (const block of blocks) {
    start = Math.max(start, block.firstAt ?? start)
    starts.push(start)
    totals.push(total)
    total = plus(total, block)
  }
  return { starts, totals }
}

/** The place of the last that is earlier; -1 when none is. `starts` are in order. */
function lastBefore(starts: readonly Instant[], instant: Instant): number {
  let [low, high] = [0, starts.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((starts[middle] ?? 0) < instant) low = middle + 1
    else high = middle
  }
  return low - 1
}

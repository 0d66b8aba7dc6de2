import type { Address } from '../../domain/address.ts'
import type { Drop } from '../../domain/drop.ts'
import type { DropChange } from '../../domain/drop-status.ts'
import { bytesOfHex, hexOfBytes } from '../../domain/encodings.ts'
import type { DropId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import { invariant, unreachable } from '../../domain/invariant.ts'
import {
  ENTRIES_PER_CHUNK,
  KEYS_PER_PAGE,
  type Lottery,
  type LotteryDraw,
  type LotteryEntry,
  type RankPage,
} from '../../domain/lottery.ts'
import { entryLeaf, orderKey } from '../../domain/lottery-list.ts'
import {
  admitNextWave,
  closeEntries,
  finishDraw,
  finishKeys,
  freezeEntries,
  isLotteryStopped,
  orderEntries,
} from '../../domain/lottery-steps.ts'
import { merkleRoot } from '../../domain/merkle.ts'
import type { Change, JobOutcome, JobRequest, Ports } from '../../ports/index.ts'
import { readRound } from '../beacon-round.ts'
import type { JobRun } from '../run-budget.ts'

export type LotteryPorts = Pick<Ports, 'store' | 'clock' | 'hashes' | 'beacon'>

/** The approximate number of order keys that one run sorts. */
export const KEYS_PER_RANGE = 50_000
const VAULT_POLL_MS = 30_000

/** The job for the lottery's next step. */
export const lotteryJobs = ({ id, creatorId, lottery }: Drop, now: Instant): readonly JobRequest[] =>
  lottery === null
    ? []
    : [
        {
          kind: 'run_lottery',
          subject: id,
          ownerId: creatorId,
          dueAt: lottery.draw.kind === 'OPEN' ? Math.max(now, lottery.entriesCloseAt) : now,
        },
      ]

/**
 * Continues a drop's lottery: closes the entries, computes their root, waits for the round, ranks the entries, and admits
 * waves. Any number of servers may run it at once and stop at any point: each step's result depends only on the entries and
 * the round, and is written under the drop's lock, only while the drop is at that step.
 */
export async function runLottery(ports: LotteryPorts, dropId: DropId, run: JobRun): Promise<JobOutcome> {
  const drop = await ports.store.dropForSettlement(dropId)
  const now = ports.clock.now()
  if (!drop?.lottery || isLotteryStopped(drop, now)) return { kind: 'done' }
  const { draw } = drop.lottery
  switch (draw.kind) {
    case 'OPEN':
      if (now < drop.lottery.entriesCloseAt) return { kind: 'again', dueAt: drop.lottery.entriesCloseAt }
      return step(ports, dropId, (held, at) => ({ drop: closeEntries(held, at), events: [] }))
    case 'FREEZING':
      return freeze(ports, dropId, run)
    case 'FROZEN': {
      const round = await readRound(ports, drop.lottery.beacon, draw.round)
      if (!round.ok) return round.error
      return step(ports, dropId, (held, at) => ({ drop: orderEntries(held, round.value, at), events: [] }))
    }
    case 'RANKING':
      return draw.hasKeys
        ? writeRanks(ports, dropId, drop.lottery, run.memo)
        : writeKeys(ports, dropId, draw, run)
    case 'DRAWN':
      return admit(ports, dropId)
    default:
      return unreachable(draw)
  }
}

/** Takes the lottery to its next step and schedules the one after it. */
async function step(
  ports: LotteryPorts,
  dropId: DropId,
  decide: (drop: Drop, now: Instant) => DropChange,
): Promise<JobOutcome> {
  const dueAt = await changeLottery(ports, dropId, (drop, now) => {
    const after = decide(drop, now)
    return after.drop === drop
      ? { result: now }
      : { result: now, update: { drops: [after.drop] }, events: after.events }
  })
  return { kind: 'again', dueAt: dueAt ?? ports.clock.now(), memo: null }
}

async function changeLottery<T>(
  { store, clock }: LotteryPorts,
  dropId: DropId,
  decide: (drop: Drop, now: Instant) => Change<T>,
): Promise<T | null> {
  const changed = await store.changeDrop(
    dropId,
    {},
    (dropState): Change<T | null> =>
      dropState === null ? { result: null } : decide(dropState.drop, clock.now()),
  )
  invariant(changed.ok, 'a lottery has no unique field')
  return changed.value
}

/** Writes the roots of chunks of entries, then the root of all entries. */
function freeze(ports: LotteryPorts, dropId: DropId, run: JobRun): Promise<JobOutcome> {
  const { sha256 } = ports.hashes
  return passOver(ports, dropId, run, {
    name: 'chunks',
    at: ({ kind }) => kind === 'FREEZING',
    read: (after) =>
      ports.store.entriesByWallet(dropId, { after: after as Address, limit: ENTRIES_PER_CHUNK }),
    cursorOf: ({ wallet }) => wallet,
    write([first, ...rest]) {
      const leaves = [first, ...rest].map(({ wallet }) => entryLeaf(sha256, dropId, wallet))
      return [{ ...first, chunkRoot: hexOfBytes(merkleRoot(sha256, leaves)) }]
    },
    async finish() {
      const firsts = await ports.store.firstEntriesOfChunks(dropId)
      const roots = firsts.map(({ chunkRoot }) => bytesOfHex(chunkRoot ?? '') ?? new Uint8Array())
      const root = hexOfBytes(merkleRoot(sha256, roots))
      return (drop, now) => freezeEntries(drop, root, now)
    },
  })
}

function writeKeys(
  ports: LotteryPorts,
  dropId: DropId,
  { root, signature }: Extract<LotteryDraw, { kind: 'RANKING' }>,
  run: JobRun,
): Promise<JobOutcome> {
  const { sha256 } = ports.hashes
  const randomness = hexOfBytes(sha256(bytesOfHex(signature) ?? new Uint8Array()))
  return passOver(ports, dropId, run, {
    name: 'keys',
    at: (draw) => draw.kind === 'RANKING' && !draw.hasKeys,
    read: (after) =>
      ports.store.entriesByWallet(dropId, { after: after as Address, limit: ENTRIES_PER_CHUNK }),
    cursorOf: ({ wallet }) => wallet,
    write: (entries) =>
      entries.map((entry) => ({
        ...entry,
        orderKey: orderKey(sha256, { dropId, root, randomness }, entry.wallet),
      })),
    finish: async () => (drop, now) => ({ drop: finishKeys(drop, now), events: [] }),
  })
}

/** Sorts the order keys, one range per run, and writes them to the pages from which ranks are read. */
async function writeRanks(
  ports: LotteryPorts,
  dropId: DropId,
  { entries }: Lottery,
  memo: string | null,
): Promise<JobOutcome> {
  const ranges = rangesFor(entries)
  const cursor = cursorIn('ranks', memo)
  const range = Number(cursor.after ?? 0)
  const isLast = range + 1 === ranges
  const before = isLast ? null : startOfRange(range + 1, ranges)
  const keys = await ports.store.orderKeysBetween(dropId, startOfRange(range, ranges), before)
  const rankPages = pagesOf(dropId, keys, cursor.count + 1)
  const isAtPass = await changeLottery(ports, dropId, ({ lottery }) =>
    lottery?.draw.kind === 'RANKING' && lottery.draw.hasKeys
      ? { result: true, insert: { rankPages } }
      : { result: false },
  )
  const ranked = cursor.count + keys.length
  if (isLast && isAtPass) {
    invariant(ranked === entries, () => `${ranked} of ${entries} entries have a rank`)
    return step(ports, dropId, finishDraw)
  }
  return { kind: 'again', dueAt: ports.clock.now(), memo: isAtPass ? `ranks ${ranked} ${range + 1}` : null }
}

/** A power of two, so that ranges begin with whole bytes. Keys are hashes, so all ranges have about the same size. */
function rangesFor(entries: number): number {
  let ranges = 1
  while (ranges < 256 && entries / ranges > KEYS_PER_RANGE) ranges *= 2
  return ranges
}

const startOfRange = (range: number, ranges: number): string =>
  ((range * 256) / ranges).toString(16).padStart(2, '0')

const pagesOf = (dropId: DropId, keys: readonly string[], firstRank: number): readonly RankPage[] =>
  Array.from({ length: Math.ceil(keys.length / KEYS_PER_PAGE) }, (_, page) => ({
    dropId,
    firstRank: firstRank + page * KEYS_PER_PAGE,
    keys: keys.slice(page * KEYS_PER_PAGE, (page + 1) * KEYS_PER_PAGE),
  }))

type PassName = 'chunks' | 'keys' | 'ranks'
type Entries = readonly [LotteryEntry, ...LotteryEntry[]]

/** One pass over all entries, chunk by chunk. The budget of a run counts chunks. */
interface Pass {
  readonly name: PassName
  /** Whether the lottery is at this pass. */
  at(draw: LotteryDraw): boolean
  read(after: string | undefined): Promise<readonly LotteryEntry[]>
  cursorOf(entry: LotteryEntry): string
  /** The entries that this pass changes. */
  write(entries: Entries): readonly LotteryEntry[]
  /** The step that ends the pass. */
  finish(): Promise<(drop: Drop, now: Instant) => DropChange>
}

async function passOver(
  ports: LotteryPorts,
  dropId: DropId,
  { memo, budget }: JobRun,
  pass: Pass,
): Promise<JobOutcome> {
  let { after, count } = cursorIn(pass.name, memo)
  for (;;) {
    const [first, ...rest] = await pass.read(after)
    if (first === undefined) return step(ports, dropId, await pass.finish())
    const entries: Entries = [first, ...rest]
    const changed = pass.write(entries)
    const isAtPass = await changeLottery(ports, dropId, ({ lottery }) =>
      lottery !== null && pass.at(lottery.draw)
        ? { result: true, update: { lotteryEntries: changed } }
        : { result: false },
    )
    // Another server has finished the pass.
    if (!isAtPass) return { kind: 'again', dueAt: ports.clock.now(), memo: null }
    after = pass.cursorOf(rest.at(-1) ?? first)
    count += entries.length
    budget.spend()
    if (budget.isSpent())
      return { kind: 'again', dueAt: ports.clock.now(), memo: `${pass.name} ${count} ${after}` }
  }
}

/** The position of a pass. Without a memo of this pass it starts again, which writes the same values. */
function cursorIn(
  pass: PassName,
  memo: string | null,
): { readonly after: string | undefined; readonly count: number } {
  const [name, count, after] = memo?.split(' ') ?? []
  return name === pass ? { after, count: Number(count) } : { after: undefined, count: 0 }
}

async function admit(ports: LotteryPorts, dropId: DropId): Promise<JobOutcome> {
  const outcome = await changeLottery(ports, dropId, (drop, now): Change<JobOutcome> => {
    const next = admitNextWave(drop, now)
    switch (next.kind) {
      case 'over':
        return { result: { kind: 'done' } }
      case 'at':
        return { result: { kind: 'again', dueAt: next.at } }
      case 'no_vault':
        return { result: { kind: 'again', dueAt: now + VAULT_POLL_MS } }
      case 'admitted':
        return {
          result: { kind: 'again', dueAt: now },
          update: { drops: [next.drop] },
          events: next.events,
        }
      default:
        return unreachable(next)
    }
  })
  return outcome ?? { kind: 'done' }
}

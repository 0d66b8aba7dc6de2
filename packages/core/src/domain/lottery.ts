import type { Address } from './address.ts'
import type { BeaconChain } from './beacon.ts'
import type { DropId } from './ids.ts'
import type { Instant } from './instant.ts'

/** FIRST_COME: who claims first; LOTTERY: wallets enter, and public randomness orders them. */
export type Admission = 'FIRST_COME' | 'LOTTERY'

/** Consecutive ranks that may claim at the same time. */
export interface LotteryWave {
  readonly firstRank: number
  readonly lastRank: number
  /** They may claim until then. */
  readonly claimBy: Instant
}

/** A published Merkle root of all entries, and the round of the beacon that will order them. */
interface FrozenEntries {
  /** Hex. */
  readonly root: string
  readonly round: number
  readonly frozenAt: Instant
}

/** The round was published. */
interface OrderedEntries extends FrozenEntries {
  /** The round's signature by the beacon, hex. */
  readonly signature: string
}

/** How far the draw of a lottery is: which wallets take part, and once they are drawn, in which order they may claim. */
export type LotteryDraw =
  | { readonly kind: 'OPEN' }
  /** Nothing is added any more; the root is being computed. */
  | { readonly kind: 'FREEZING' }
  | ({ readonly kind: 'FROZEN' } & FrozenEntries)
  /** Order keys are being written, and ranks when every entry has its key. */
  | ({ readonly kind: 'RANKING'; readonly hasKeys: boolean } & OrderedEntries)
  | ({
      readonly kind: 'DRAWN'
      readonly drawnAt: Instant
      /** The newest ones, oldest first; the last one is open or has just ended. */
      readonly waves: readonly LotteryWave[]
    } & OrderedEntries)

export type LotteryPhase = LotteryDraw['kind']

/** The draw once its entries are frozen under a published root; null before. */
export const frozenDraw = ({ draw }: Lottery): Exclude<LotteryDraw, { kind: 'OPEN' | 'FREEZING' }> | null =>
  draw.kind === 'OPEN' || draw.kind === 'FREEZING' ? null : draw

/** The terms of a lottery and how far it is. */
export interface Lottery {
  readonly entriesCloseAt: Instant
  readonly claimWindowMs: number
  /** The public randomness that orders the entries. */
  readonly beacon: BeaconChain
  /** How many wallets have entered. */
  readonly entries: number
  readonly draw: LotteryDraw
}

/** A wallet that takes part in a drop's lottery. */
export interface LotteryEntry {
  readonly dropId: DropId
  readonly wallet: Address
  readonly enteredAt: Instant
  /** Hex, on the first entry of each `ENTRIES_PER_CHUNK` by wallet: the Merkle root of those. */
  readonly chunkRoot: string | null
  /** Hex; null until the round is published. */
  readonly orderKey: string | null
  /** From 1; null until its order key is on a page. A store finds it there; it is not written with the entry. */
  readonly rank: number | null
}

/** Consecutive order keys of a drop. Each rank is found on one page, and no entry needs to be written to move up. */
export interface RankPage {
  readonly dropId: DropId
  /** The rank of the first key. */
  readonly firstRank: number
  /** Sorted, in hex; at least one. */
  readonly keys: readonly string[]
}

/**
 * A power of two, so that the root over the roots of chunks is the root over all entries. With this size a proof among a
 * million entries needs two reads of about a thousand rows.
 */
export const ENTRIES_PER_CHUNK = 1_024

/** Most keys on a page. */
export const KEYS_PER_PAGE = 128

export const MAX_ENTRIES = 10_000_000

/** The phase at an instant, whatever a job has written by then. */
export const lotteryPhaseAt = ({ draw, entriesCloseAt }: Lottery, now: Instant): LotteryPhase =>
  draw.kind === 'OPEN' && now >= entriesCloseAt ? 'FREEZING' : draw.kind

/** The last rank that has ever been admitted; 0 before the first. */
export const admittedRank = ({ draw }: Lottery): number =>
  draw.kind === 'DRAWN' ? (draw.waves.at(-1)?.lastRank ?? 0) : 0

/** Why a wallet may not claim, for drops with a lottery. */
export type NotAdmitted =
  | { readonly state: 'ENTRIES_OPEN'; readonly entriesCloseAt: Instant }
  | { readonly state: 'NOT_ENTERED' }
  | { readonly state: 'NOT_DRAWN' }
  /** `place` 1 is admitted next. */
  | { readonly state: 'WAITING'; readonly place: number }
  /** `endedAt` is null for a wave so long ago that its time is no longer kept. */
  | { readonly state: 'WINDOW_ENDED'; readonly endedAt: Instant | null }

/** Where a wallet stands: it may claim until `claimBy`, or why it may not. */
export type LotteryStanding = { readonly state: 'ADMITTED'; readonly claimBy: Instant } | NotAdmitted

export function lotteryStanding(
  lottery: Lottery,
  entry: LotteryEntry | undefined,
  now: Instant,
): LotteryStanding {
  const { draw, entriesCloseAt } = lottery
  if (lotteryPhaseAt(lottery, now) === 'OPEN') return { state: 'ENTRIES_OPEN', entriesCloseAt }
  if (entry === undefined) return { state: 'NOT_ENTERED' }
  if (draw.kind !== 'DRAWN' || entry.rank === null) return { state: 'NOT_DRAWN' }
  const { rank } = entry
  const admitted = admittedRank(lottery)
  if (rank > admitted) return { state: 'WAITING', place: rank - admitted }
  const wave = draw.waves.find(({ firstRank, lastRank }) => firstRank <= rank && rank <= lastRank)
  if (wave === undefined) return { state: 'WINDOW_ENDED', endedAt: null }
  const isOpen = wave === draw.waves.at(-1) && now < wave.claimBy
  return isOpen
    ? { state: 'ADMITTED', claimBy: wave.claimBy }
    : { state: 'WINDOW_ENDED', endedAt: wave.claimBy }
}

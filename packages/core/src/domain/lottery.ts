import type { Address } from './address.ts'
import type { BeaconChain } from './beacon.ts'
import type { DropId } from './ids.ts'
import type { Instant } from './instant.ts'

/** FIRST_COME: the first claims get the items. LOTTERY: wallets enter, and public randomness orders them. */
export type Admission = 'FIRST_COME' | 'LOTTERY'

/** Consecutive ranks whose wallets may claim at the same time. */
export interface LotteryWave {
  readonly firstRank: number
  readonly lastRank: number
  /** The end of their claim window. */
  readonly claimBy: Instant
}

/** The published Merkle root of all entries, and the beacon round that will order them. */
interface FrozenEntries {
  /** Hex. */
  readonly root: string
  readonly round: number
  readonly frozenAt: Instant
}

/** Frozen entries whose round is published. */
interface OrderedEntries extends FrozenEntries {
  /** The round's signature by the beacon, hex. */
  readonly signature: string
}

/** The progress of a lottery's draw. */
export type LotteryDraw =
  | { readonly kind: 'OPEN' }
  /** No entry is added any more; the root is being computed. */
  | { readonly kind: 'FREEZING' }
  | ({ readonly kind: 'FROZEN' } & FrozenEntries)
  /** Order keys are being written; after that, ranks. */
  | ({ readonly kind: 'RANKING'; readonly hasKeys: boolean } & OrderedEntries)
  | ({
      readonly kind: 'DRAWN'
      readonly drawnAt: Instant
      /** The newest waves, oldest first. The last one is open or has just ended. */
      readonly waves: readonly LotteryWave[]
    } & OrderedEntries)

export type LotteryPhase = LotteryDraw['kind']

/** The draw after its entries were frozen under a published root; null before. */
export const frozenDraw = ({ draw }: Lottery): Exclude<LotteryDraw, { kind: 'OPEN' | 'FREEZING' }> | null =>
  draw.kind === 'OPEN' || draw.kind === 'FREEZING' ? null : draw

/** The terms and the progress of a lottery. */
export interface Lottery {
  readonly entriesCloseAt: Instant
  readonly claimWindowMs: number
  /** The public randomness that orders the entries. */
  readonly beacon: BeaconChain
  /** The number of wallets that have entered. */
  readonly entries: number
  readonly draw: LotteryDraw
}

/** A wallet's entry in a drop's lottery. */
export interface LotteryEntry {
  readonly dropId: DropId
  readonly wallet: Address
  readonly enteredAt: Instant
  /** On the first entry of each `ENTRIES_PER_CHUNK` entries by wallet: the Merkle root of that chunk, hex. */
  readonly chunkRoot: string | null
  /** Hex; null until the round is published. */
  readonly orderKey: string | null
  /**
   * From 1; null until the entry's order key is on a page. A store computes the rank from the page and does not store it
   * with the entry.
   */
  readonly rank: number | null
}

/** A page of consecutive order keys of a drop. An entry's rank is its place on a page, so ranking rewrites no entries. */
export interface RankPage {
  readonly dropId: DropId
  /** The rank of the first key. */
  readonly firstRank: number
  /** Sorted, in hex; at least one. */
  readonly keys: readonly string[]
}

/**
 * A power of two, so that the root over the chunk roots equals the root over all entries. With this size, a proof among a
 * million entries needs two reads of about a thousand rows.
 */
export const ENTRIES_PER_CHUNK = 1_024

/** The largest number of keys on a page. */
export const KEYS_PER_PAGE = 128

export const MAX_ENTRIES = 10_000_000

/** The phase at an instant, even if a background job has not written it yet. */
export const lotteryPhaseAt = ({ draw, entriesCloseAt }: Lottery, now: Instant): LotteryPhase =>
  draw.kind === 'OPEN' && now >= entriesCloseAt ? 'FREEZING' : draw.kind

/** The last rank that was ever admitted; 0 before the first wave. */
export const admittedRank = ({ draw }: Lottery): number =>
  draw.kind === 'DRAWN' ? (draw.waves.at(-1)?.lastRank ?? 0) : 0

/** Why a wallet may not claim on a drop with a lottery. */
export type NotAdmitted =
  | { readonly state: 'ENTRIES_OPEN'; readonly entriesCloseAt: Instant }
  | { readonly state: 'NOT_ENTERED' }
  | { readonly state: 'NOT_DRAWN' }
  /** The wallet in place 1 is admitted next. */
  | { readonly state: 'WAITING'; readonly place: number }
  /** `endedAt` is null for an old wave whose time is no longer kept. */
  | { readonly state: 'WINDOW_ENDED'; readonly endedAt: Instant | null }

/** Whether a wallet may claim: until `claimBy`, or why not. */
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

import type { Address } from './address.ts'
import type { BeaconChain } from './beacon.ts'
import { decisionForVerdict, type Gate } from './claim-decision.ts'
import type { BriefDrop, Drop, DropStatus } from './drop.ts'
import { refusalByStatus, statusAt } from './drop-status.ts'
import { decideHumanCheck, type HumanProof } from './human-check.ts'
import type { DropId } from './ids.ts'
import type { Instant } from './instant.ts'
import { invariant } from './invariant.ts'
import { refusalToClaimFor } from './ownership.ts'
import type { Refusal } from './refusal.ts'
import type { Caller } from './user.ts'

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
  /** `endedAt` is null for an old wave whose time is no longer kept, and if the drop was over first. */
  | { readonly state: 'WINDOW_ENDED'; readonly endedAt: Instant | null }

/** Whether a wallet may claim: until `claimBy`, or why not. */
export type EntryState = { readonly state: 'ADMITTED'; readonly claimBy: Instant } | NotAdmitted

/** The end of a wave's claim window, cut at the drop's deadline, from which on no claim is accepted. */
export const claimByOf = (
  { claimBy }: Pick<LotteryWave, 'claimBy'>,
  { claimDeadline }: Pick<Drop, 'claimDeadline'>,
): Instant => Math.min(claimBy, claimDeadline ?? claimBy)

/** The lottery with its claim windows cut at the drop's deadline. */
export function lotteryWithin(drop: Pick<Drop, 'lottery' | 'claimDeadline'>) {
  const { lottery, claimDeadline } = drop
  if (lottery?.draw.kind !== 'DRAWN' || claimDeadline === null) return lottery
  const waves = lottery.draw.waves.map((wave) => ({ ...wave, claimBy: claimByOf(wave, drop) }))
  return { ...lottery, draw: { ...lottery.draw, waves } }
}

const OVER: readonly DropStatus[] = ['ENDED', 'CANCELLED']

export function entryStateOf(drop: BriefDrop, entry: LotteryEntry | undefined, now: Instant): EntryState {
  const { lottery } = drop
  invariant(lottery !== null, 'a drop with entries has a lottery')
  const { draw, entriesCloseAt } = lottery
  const status = statusAt(drop, now)
  const isOver = drop.deletedAt !== null || OVER.includes(status)
  if (lotteryPhaseAt(lottery, now) === 'OPEN' && !isOver) return { state: 'ENTRIES_OPEN', entriesCloseAt }
  if (entry === undefined) return { state: 'NOT_ENTERED' }
  if (draw.kind !== 'DRAWN' || entry.rank === null)
    return isOver ? { state: 'WINDOW_ENDED', endedAt: null } : { state: 'NOT_DRAWN' }
  const { rank } = entry
  const admitted = admittedRank(lottery)
  if (rank > admitted)
    return isOver ? { state: 'WINDOW_ENDED', endedAt: null } : { state: 'WAITING', place: rank - admitted }
  const wave = draw.waves.find(({ firstRank, lastRank }) => firstRank <= rank && rank <= lastRank)
  if (wave === undefined) return { state: 'WINDOW_ENDED', endedAt: null }
  const claimBy = claimByOf(wave, drop)
  // A pause ends no window: the newest one begins again when the drop is resumed (`renewWindow`).
  const hasPassed = wave !== draw.waves.at(-1) || (now >= claimBy && status !== 'PAUSED')
  if (!hasPassed && !isOver) return { state: 'ADMITTED', claimBy }
  return { state: 'WINDOW_ENDED', endedAt: hasPassed ? claimBy : null }
}

interface EntryContext {
  readonly drop: Drop
  /** The wallet's entry, if it has entered. */
  readonly entry: LotteryEntry | undefined
  readonly now: Instant
  readonly gate: Gate
}

/** What becomes of a wallet that asks to enter. */
type EntryDecision =
  | { readonly kind: 'entered'; readonly entry: LotteryEntry; readonly drop: Drop }
  /** It has entered before. Asking again changes nothing, also after the close. */
  | { readonly kind: 'repeated'; readonly entry: LotteryEntry }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | { readonly kind: 'facts_needed' }
  | { readonly kind: 'proof_needed' }

export interface EntryRequest {
  readonly caller: Caller
  readonly wallet: Address
  /** What the request shows for the drop's human check. */
  readonly proof?: HumanProof | undefined
}

/** What decides the entries of one batch: the state before the first of them. */
export interface EntryBatchContext {
  readonly drop: Drop
  readonly entries: ReadonlyMap<Address, LotteryEntry>
  readonly now: Instant
  /** The verdict of the gating rules on the wallet of the request at `index`. */
  readonly gate: (index: number) => Gate
}

/** The decision for each request of a batch, and what to write in its transaction. */
export interface EntryBatchResult {
  /** One decision per request, in order. */
  readonly decisions: readonly EntryDecision[]
  /** The drop after the batch; the same object if it did not change. */
  readonly drop: Drop
  readonly inserted: readonly LotteryEntry[]
}

/**
 * Decides entries of one drop one by one. Each sees the effects of the previous ones. A batch gives the same results as
 * deciding the same requests separately at the same instant.
 */
export function decideEntries(
  context: EntryBatchContext,
  requests: readonly EntryRequest[],
): EntryBatchResult {
  const inserted = new Map<Address, LotteryEntry>()
  let { drop } = context
  const decisions = requests.map((request, index) => {
    const { wallet } = request
    const entry = inserted.get(wallet) ?? context.entries.get(wallet)
    const decision = decideEntry({ drop, entry, now: context.now, gate: context.gate(index) }, request)
    if (decision.kind === 'entered') {
      inserted.set(wallet, decision.entry)
      drop = decision.drop
    }
    return decision
  })
  return { decisions, drop, inserted: [...inserted.values()] }
}

/** A wallet enters under the conditions under which it could claim. */
function decideEntry(
  { drop, entry, now, gate }: EntryContext,
  { caller, wallet, proof }: EntryRequest,
): EntryDecision {
  const { lottery } = drop
  const denied = refusalToClaimFor(caller, drop, wallet)
  if (denied) return { kind: 'refused', refusal: denied }
  if (lottery === null) {
    const use = drop.award.kind === 'random' ? 'claimRandomDrop' : 'claimDrop'
    return { kind: 'refused', refusal: { kind: 'wrong_operation', use } }
  }
  if (entry !== undefined) return { kind: 'repeated', entry }
  if (lotteryPhaseAt(lottery, now) !== 'OPEN')
    return { kind: 'refused', refusal: { kind: 'entries_closed', closedAt: lottery.entriesCloseAt } }
  const closed = refusalByStatus(drop, drop.tally, now)
  if (closed) return { kind: 'refused', refusal: closed }
  if (lottery.entries >= MAX_ENTRIES) {
    const message = `This lottery has reached its limit of ${MAX_ENTRIES} entries`
    return {
      kind: 'refused',
      refusal: {
        kind: 'conflict',
        reason: 'LIMIT_REACHED',
        message,
        details: { limit: 'entries', value: MAX_ENTRIES },
      },
    }
  }
  const gated = decisionForVerdict(gate(drop))
  if (gated?.kind === 'refused') return { kind: 'refused', refusal: gated.refusal }
  if (gated) return { kind: 'facts_needed' }
  // A wallet enters once, so that no earlier entry can have used the proof.
  const unproved = decideHumanCheck({ drop, lastUseAt: null }, { caller, proof })
  if (unproved) return unproved
  return {
    kind: 'entered',
    entry: { dropId: drop.id, wallet, enteredAt: now, chunkRoot: null, orderKey: null, rank: null },
    drop: { ...drop, lottery: { ...lottery, entries: lottery.entries + 1 } },
  }
}

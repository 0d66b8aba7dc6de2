import type { Address } from './address.ts'
import type { Amount } from './amount.ts'
import { type BeaconChain, type BeaconRound, judgeChain } from './beacon.ts'
import { FIRST_HEAD, headAfter, roundForClaim } from './claim-order.ts'
import { bytesOfHex, hexOfBytes } from './encodings.ts'
import type { DropId } from './ids.ts'
import type { Instant } from './instant.ts'
import { drawAmount, hashOfRound, type SeededHash } from './random-amount.ts'
import type { ClaimRecipient } from './recipient.ts'
import { allAtOnce } from './slices.ts'

/** The published fields of a claim that decide its amount and its place in the order. */
export interface RecordedDraw {
  readonly sequence: number
  readonly claimer: Address
  /** The address that received the amount, if the claimer has named another one. */
  readonly recipient?: Pick<ClaimRecipient, 'address'> | null
  /** 0 until the beacon's round is published. */
  readonly amount: Amount
  /** Only on a drop with a beacon. */
  readonly draw?: { readonly round: number; readonly signature: string | null } | null
  /**
   * The head of the order after this claim. Undefined if it is not known; null for a claim without a head. Every claim of a
   * drop with a beacon has a head and a time.
   */
  readonly head?: string | null
  readonly createdAt?: Instant
}

/** The published data of a finished random drop. They are sufficient to verify its draws. */
export interface DrawRecord {
  readonly dropId: DropId
  readonly pool: Amount
  readonly supply: number | null
  /** SHA-256 of the seed, hex, as published when the drop was created. */
  readonly commitment: string
  /** The seed, hex. */
  readonly seed: string
  readonly draws: readonly RecordedDraw[]
  /** The chain of the beacon; null or undefined if the seed alone decides. */
  readonly beacon?: BeaconChain | null | undefined
  /** The head of the order after the newest claim, as the drop shows it. */
  readonly orderHead?: string | null
  /** Heads from receipts that claimers hold. */
  readonly receipts?: readonly { readonly sequence: number; readonly head: string }[]
}

/** The first error in the draws of a drop. `verifyDraws` returns it and does not throw it. */
export type DrawError =
  | { readonly kind: 'bad_seed' }
  | { readonly kind: 'wrong_commitment'; readonly expected: string; readonly actual: string }
  | { readonly kind: 'wrong_sequence'; readonly expected: number; readonly actual: number }
  | { readonly kind: 'too_many_draws'; readonly sequence: number }
  | {
      readonly kind: 'wrong_amount'
      readonly sequence: number
      readonly expected: Amount
      readonly actual: Amount
    }
  /** The head does not follow from the claim and the head before it. */
  | { readonly kind: 'wrong_head'; readonly sequence: number }
  /** At this sequence, the head in the record differs from the head in a receipt, or from the drop's last head. */
  | { readonly kind: 'wrong_receipt'; readonly sequence: number }
  /** The claim has no head or no time, so its place in the order cannot be verified. */
  | { readonly kind: 'missing_head'; readonly sequence: number }
  /** The beacon has the hash or key of drand's quicknet, and differs from it. */
  | { readonly kind: 'wrong_beacon' }
  | { readonly kind: 'missing_round'; readonly sequence: number }
  /** The round does not follow from the time of the claim and the round of the previous claim. */
  | {
      readonly kind: 'wrong_round'
      readonly sequence: number
      readonly round: number
      readonly expected: number
    }
  /** The beacon has not signed this round. */
  | { readonly kind: 'forged_round'; readonly sequence: number; readonly round: number }

/** What was recomputed without a difference. */
export interface DrawTotals {
  readonly draws: number
  readonly total: bigint
  /** For a record with heads: the number of claims in the verified order. */
  readonly ordered?: number
  /** For a drop with a beacon: the number of verified rounds. */
  readonly rounds?: number
  /**
   * For a drop with a beacon: whether it is drand's quicknet. If false, only the record names the beacon, and the owner of its
   * key can know all rounds in advance.
   */
  readonly isBeaconPublic?: boolean
  /** For a drop with a beacon: the number of amounts that are not drawn yet. `total` does not contain them. */
  readonly undrawn?: number
}

/** The result of recomputing all draws of a drop. */
export type DrawCheck =
  | ({ readonly kind: 'verified' } & DrawTotals)
  /** No difference was found, but `undrawn` amounts are not in the record, so nothing is known about them. */
  | ({ readonly kind: 'incomplete' } & DrawTotals)
  | { readonly kind: 'invalid'; readonly error: DrawError }

/** The hashes that verification needs. Browsers have them too. */
export interface DrawHashes {
  sha256(bytes: Uint8Array): Uint8Array
  hmacSha256(key: Uint8Array, message: string): Uint8Array
  /** Whether the beacon's key signed a round. Required to verify a drop with a beacon. */
  verifyRound?(chain: BeaconChain, round: BeaconRound): boolean
}

/**
 * Recomputes every amount from the seed, the sequences, the wallets and the rounds of the beacon. Trusts no intermediate
 * value of the service. Names the first difference.
 */
export function verifyDraws(record: DrawRecord, hashes: DrawHashes): DrawCheck {
  return allAtOnce(verifyDrawsInSteps(record, hashes, Number.POSITIVE_INFINITY))
}

/**
 * Verifies with a pause after each `drawsPerStep` draws, so that the caller can do other work. Yields the number of
 * verified draws.
 */
export function* verifyDrawsInSteps(
  record: DrawRecord,
  hashes: DrawHashes,
  drawsPerStep: number,
): Generator<number, DrawCheck, void> {
  const seed = bytesOfHex(record.seed)
  if (seed?.length !== 32) return invalid({ kind: 'bad_seed' })
  const commitment = hexOfBytes(hashes.sha256(seed))
  if (commitment !== record.commitment.toLowerCase()) {
    return invalid({ kind: 'wrong_commitment', expected: record.commitment, actual: commitment })
  }
  const chain = record.beacon == null ? null : judgeChain(record.beacon)
  if (chain === 'wrong') return invalid({ kind: 'wrong_beacon' })
  const order = orderChecker(record, hashes)
  const check = drawChecker(record, { seed, ...hashes })
  let total = 0n
  let undrawn = 0
  for (const [place, draw] of record.draws.entries()) {
    const error = order.check(draw) ?? check.draw(draw)
    if (error) return invalid(error)
    total += draw.amount
    if (isUndrawn(record, draw)) undrawn++
    if ((place + 1) % drawsPerStep === 0) yield place + 1
  }
  const error = order.atEnd()
  if (error) return invalid(error)
  return {
    kind: undrawn === 0 ? 'verified' : 'incomplete',
    draws: record.draws.length,
    total,
    ...(order.count() > 0 ? { ordered: order.count() } : {}),
    ...(chain === null ? {} : { rounds: check.rounds(), isBeaconPublic: chain === 'public', undrawn }),
  }
}

const isUndrawn = ({ beacon }: Pick<DrawRecord, 'beacon'>, { amount }: RecordedDraw): boolean =>
  beacon != null && amount === 0n

type OrderRecord = Pick<DrawRecord, 'dropId' | 'draws' | 'orderHead' | 'receipts'>

/** Verifies the order of claims, head by head. */
export function orderChecker(
  { dropId, draws, orderHead, receipts = [] }: OrderRecord,
  { sha256 }: Pick<DrawHashes, 'sha256'>,
) {
  const held = new Map(receipts.map(({ sequence, head }) => [sequence, head]))
  let head: string | null = null
  let count = 0
  return {
    count: () => count,
    check(draw: RecordedDraw): DrawError | undefined {
      const { sequence, claimer, recipient = null, amount, createdAt } = draw
      const receipt = held.get(sequence)
      if (receipt !== undefined && receipt !== draw.head) return { kind: 'wrong_receipt', sequence }
      if (draw.head == null) {
        head = null
        count = 0
        return undefined
      }
      if (createdAt === undefined) return { kind: 'missing_head', sequence }
      const claim = { dropId, sequence, claimer, recipient, amount, createdAt, draw: draw.draw ?? null }
      head = headAfter(head ?? FIRST_HEAD, claim, sha256)
      count++
      return head === draw.head ? undefined : { kind: 'wrong_head', sequence }
    },
    /** Only this check finds claims that were removed from the end. */
    atEnd(): DrawError | undefined {
      const last = draws.at(-1)?.sequence ?? 0
      const beyond = receipts.find(({ sequence }) => sequence > last)
      if (beyond) return { kind: 'wrong_receipt', sequence: beyond.sequence }
      const isOther = orderHead != null && (head !== null || draws.length === 0) && orderHead !== head
      return isOther ? { kind: 'wrong_receipt', sequence: last + 1 } : undefined
    },
  }
}

export interface DrawTools extends DrawHashes {
  readonly seed: Uint8Array
}

/**
 * Recomputes draws one by one, by sequence from 1. The remaining pool of each draw follows from the correct amounts of the
 * earlier draws, so one wrong draw does not make later ones wrong.
 */
export function drawChecker(
  { dropId, pool, supply, beacon = null }: Pick<DrawRecord, 'dropId' | 'pool' | 'supply' | 'beacon'>,
  { seed, ...hashes }: DrawTools,
): { draw(draw: RecordedDraw): DrawError | undefined; rounds(): number } {
  let remaining: bigint = pool
  let sequence = 0
  let rounds = 0
  let round = 0
  let hash: SeededHash | null = beacon === null ? (message) => hashes.hmacSha256(seed, message) : null
  let firstUndrawn: number | null = null

  /** Switches to the round of this claim if it differs from the previous claim's round. */
  function turnTo(
    chain: BeaconChain,
    { draw, head, createdAt, amount }: RecordedDraw,
  ): DrawError | undefined {
    if (draw == null) return { kind: 'missing_round', sequence }
    if (head == null || createdAt === undefined) return { kind: 'missing_head', sequence }
    const expected = roundForClaim(chain, { round }, createdAt)
    if (draw.round !== expected) return { kind: 'wrong_round', sequence, round: draw.round, expected }
    if (draw.round !== round) hash = null
    round = draw.round
    if (draw.signature !== null) {
      const published = roundOf(round, draw.signature, hashes)
      if (published === null || hashes.verifyRound?.(chain, published) !== true)
        return { kind: 'forged_round', sequence, round }
      if (hash === null) rounds++
      hash = hashOfRound(seed, hashes.hmacSha256, { dropId, ...published })
    }
    // Claims that share a round are drawn in several steps, so its signature can be known before the amount.
    if (amount === 0n && draw.signature === null) {
      firstUndrawn ??= sequence
      return undefined
    }
    // Amounts are drawn in order, so after an undrawn amount all further amounts are undrawn.
    if (firstUndrawn !== null) return { kind: 'missing_round', sequence: firstUndrawn }
    return hash === null ? { kind: 'missing_round', sequence } : undefined
  }

  return {
    rounds: () => rounds,
    draw(draw) {
      sequence++
      if (draw.sequence !== sequence)
        return { kind: 'wrong_sequence', expected: sequence, actual: draw.sequence }
      const itemsLeft = supply === null ? null : supply - sequence + 1
      if (remaining < 1n || (itemsLeft !== null && itemsLeft < 1)) return { kind: 'too_many_draws', sequence }
      const error = beacon === null ? undefined : turnTo(beacon, draw)
      if (error) return error
      if (hash === null || firstUndrawn !== null) return undefined
      const expected = drawAmount(
        { dropId, sequence, claimer: draw.claimer, remaining, itemsLeft, pool },
        hash,
      )
      remaining -= expected
      return draw.amount === expected
        ? undefined
        : { kind: 'wrong_amount', sequence, expected, actual: draw.amount }
    },
  }
}

/** The round that a signature belongs to; null if the signature is not hex. */
function roundOf(round: number, signature: string, { sha256 }: DrawHashes): BeaconRound | null {
  const bytes = bytesOfHex(signature)
  return bytes ? { round, signature: signature.toLowerCase(), randomness: hexOfBytes(sha256(bytes)) } : null
}

const invalid = (error: DrawError): DrawCheck => ({ kind: 'invalid', error })

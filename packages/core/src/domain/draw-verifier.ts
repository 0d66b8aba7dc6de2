import type { Address } from './address.ts'
import type { Amount } from './amount.ts'
import type { DropId } from './ids.ts'
import { drawAmount, type SeededHash } from './random-amount.ts'

/** What a finished random drop has published: all that is needed to check it. */
export interface DrawRecord {
  readonly dropId: DropId
  readonly pool: Amount
  readonly supply: number | null
  /** SHA-256 of the seed, hex, as it stood on the drop from its first day. */
  readonly commitment: string
  /** The seed, hex. */
  readonly seed: string
  readonly draws: readonly {
    readonly sequence: number
    readonly claimer: Address
    readonly amount: Amount
  }[]
}

/** What is wrong with the draws of a drop: the first that was found. */
export type DrawFault =
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

/** What came of computing all draws of a drop again. */
export type DrawCheck =
  | { readonly kind: 'verified'; readonly draws: number; readonly total: bigint }
  | { readonly kind: 'faulty'; readonly fault: DrawFault }

/** The two hashes the check needs; a browser has them too. */
export interface DrawHashes {
  sha256(bytes: Uint8Array): Uint8Array
  hmacSha256(key: Uint8Array, message: string): Uint8Array
}

/**
 * Recomputes every amount from the seed, the sequences and the wallets, taking nothing that the service has
 * remembered for granted, and names the first thing that differs.
 */
export function verifyDraws(record: DrawRecord, hashes: DrawHashes): DrawCheck {
  const steps = verifyDrawsInSteps(record, hashes, Number.POSITIVE_INFINITY)
  let step = steps.next()
  while (!step.done) step = steps.next()
  return step.value
}

/** The same with a rest after each `drawsPerStep`, for who has something else to do meanwhile; gives how many are done. */
export function* verifyDrawsInSteps(
  record: DrawRecord,
  hashes: DrawHashes,
  drawsPerStep: number,
): Generator<number, DrawCheck, void> {
  const seed = bytesOfHex(record.seed)
  if (seed?.length !== 32) return faulty({ kind: 'bad_seed' })
  const commitment = hexOfBytes(hashes.sha256(seed))
  if (commitment !== record.commitment.toLowerCase()) {
    return faulty({ kind: 'wrong_commitment', expected: record.commitment, actual: commitment })
  }
  const check = drawChecker(record, (message) => hashes.hmacSha256(seed, message))
  let total = 0n
  for (const [place, draw] of record.draws.entries()) {
    const fault = check(draw)
    if (fault) return faulty(fault)
    total += draw.amount
    if ((place + 1) % drawsPerStep === 0) yield place + 1
  }
  return { kind: 'verified', draws: record.draws.length, total }
}

/**
 * Recomputes draws one by one, in the order of their sequences from 1 on. What is left for each follows from what those
 * before it should have got, so that one wrong draw makes no other one wrong.
 */
export function drawChecker(
  { dropId, pool, supply }: Pick<DrawRecord, 'dropId' | 'pool' | 'supply'>,
  hash: SeededHash,
): (draw: DrawRecord['draws'][number]) => DrawFault | undefined {
  let remaining: bigint = pool
  let sequence = 0
  return (draw) => {
    sequence++
    if (draw.sequence !== sequence)
      return { kind: 'wrong_sequence', expected: sequence, actual: draw.sequence }
    const itemsLeft = supply === null ? null : supply - sequence + 1
    if (remaining < 1n || (itemsLeft !== null && itemsLeft < 1)) return { kind: 'too_many_draws', sequence }
    const expected = drawAmount({ dropId, sequence, claimer: draw.claimer, remaining, itemsLeft, pool }, hash)
    remaining -= expected
    return draw.amount === expected
      ? undefined
      : { kind: 'wrong_amount', sequence, expected, actual: draw.amount }
  }
}

const faulty = (fault: DrawFault): DrawCheck => ({ kind: 'faulty', fault })

// Every request's secret is hashed, so bytes are looked up rather than put together.
const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/** Two lower-case digits a byte. */
export function hexOfBytes(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += HEX[byte]
  return text
}

/** Reads hex digits in any case, two a byte; undefined where the text is anything else. */
export function bytesOfHex(text: string): Uint8Array | undefined {
  if (text.length % 2 !== 0 || !/^[0-9a-f]*$/i.test(text)) return undefined
  return Uint8Array.from({ length: text.length / 2 }, (_, index) =>
    Number.parseInt(text.slice(2 * index, 2 * index + 2), 16),
  )
}

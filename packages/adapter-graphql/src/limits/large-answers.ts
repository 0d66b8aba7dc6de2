import { JsonText } from '../scalars/scalars.ts'
import { isLargeAnswer, refusalOfSize, type Written } from './answer-size.ts'
import { createAtOnceLimit, ownerOf, type Party, type Receiver } from './at-once.ts'
import { LIMITS, type RateRefusal } from './limits.ts'
import { createLendingSlots, createTurns } from './turns.ts'

type Operation = 'query' | 'other'

/** Limits what large answers cost together: the time to write them, and the memory of those that were not read yet. */
export interface LargeAnswers {
  /**
   * Converts an answer to JSON, one piece per turn of the event loop, and counts it. If the caller has too many unread
   * answers, the answer to a query is refused. The answer to a mutation waits while its client is there, because the mutation
   * has taken effect.
   */
  write(party: Party, operation: Operation, value: unknown, receiver: Receiver): Promise<Counted<Written>>
  /**
   * Counts an answer that waits to be sent, with the largest size if its own is not known. If the caller has too many, the
   * answer to a query is refused.
   */
  count(party: Party, operation: Operation, bytes?: number): Counted<null>
  /** Waits until the caller has read enough of the earlier answers, and then counts that many bytes. */
  countWhenRead(party: Party, bytes: number, receiver: Receiver): Promise<() => void>
}

/** An answer counts until `end` is called: when the network has taken it, or the connection has closed. */
type Counted<T> = { readonly value: T; readonly end: () => void } | { readonly refusal: RateRefusal }

/** How many answers are written at the same time. Each has at most `LIMITS.answerBytes`. */
const WRITTEN_AT_A_TIME = 4
const LONGEST_WRITE_MS = 10_000

export function createLargeAnswers(): LargeAnswers {
  const turns = createTurns(1, { isLargeWork: true })
  const slots = createLendingSlots({ count: WRITTEN_AT_A_TIME, longestMs: LONGEST_WRITE_MS })
  const unread = createAtOnceLimit({
    limit: 'answerBytesAtOnce',
    value: LIMITS.answerBytesAtOnce,
    unit: 'bytes of large answers',
  })

  async function textOf(value: unknown): Promise<Written> {
    let text = ''
    for (const piece of piecesOf(value)) {
      text += piece
      if (text.length > LIMITS.answerBytes) return { refusal: refusalOfSize(null) }
      await turns.next()
    }
    const bytes = Buffer.byteLength(text)
    return bytes > LIMITS.answerBytes ? { refusal: refusalOfSize(bytes) } : { text }
  }

  const refusalOf = (party: Party, operation: Operation, bytes: number) =>
    operation === 'query' ? unread.refusal(party, bytes) : undefined

  return {
    async write(party, operation, value, receiver) {
      // Counts while it waits for its slot, so that many that wait do not use the same room.
      const reserved =
        operation === 'query' ? undefined : await unread.addWhenFree(party, LIMITS.answerBytes, receiver)
      const leave = await slots.take(ownerOf(party))
      try {
        const refusal = refusalOf(party, operation, LIMITS.answerBytes)
        if (refusal) return { refusal }
        const written = await textOf(value)
        return { value: written, end: unread.add(party, 'text' in written ? written.text.length : 0) }
      } finally {
        reserved?.()
        leave()
      }
    },
    count(party, operation, bytes = LIMITS.answerBytes) {
      const refusal = refusalOf(party, operation, bytes)
      return refusal ? { refusal } : { value: null, end: unread.add(party, bytes) }
    },
    countWhenRead: unread.addWhenFree,
  }
}

/** The JSON text of a value that consists of plain data, in pieces of about the size of a small answer. */
function* piecesOf(value: unknown): Generator<string, void, undefined> {
  let piece = ''
  for (const part of partsOf(value)) {
    piece += part
    if (piece.length < PIECE_LENGTH) continue
    yield piece
    piece = ''
  }
  yield piece
}

const PIECE_LENGTH = 32 * 1024

function* partsOf(value: unknown): Generator<string, void, undefined> {
  if (value instanceof JsonText) {
    yield value.text
    return
  }
  if (typeof value !== 'object' || value === null || !isLargeAnswer(value)) {
    yield JSON.stringify(value) ?? 'null'
    return
  }
  const isList = Array.isArray(value)
  let before = isList ? '[' : '{'
  for (const [key, inner] of isList ? value.entries() : Object.entries(value)) {
    yield isList ? before : `${before}${JSON.stringify(key)}:`
    yield* partsOf(inner)
    before = ','
  }
  yield isList ? ']' : '}'
}

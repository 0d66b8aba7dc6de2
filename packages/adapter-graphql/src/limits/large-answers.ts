import { createTurns } from '../turns.ts'
import { SMALL_ANSWER_BYTES } from './answer-size.ts'
import { createAtOnceLimit, type Party } from './at-once.ts'
import { LIMITS, type RateRefusal } from './limits.ts'

/** Limits what large answers cost together: each is written in its own turn, and few of a caller wait to be read. */
export interface LargeAnswers {
  /**
   * Waits for a turn of the event loop. If the caller has too many unread answers, the answer to a query is refused. The
   * answer to a mutation waits, because its effect is done. Write the answer and call `add` in the same turn.
   */
  turn(party: Party, operation: 'query' | 'other', isOver: () => boolean): Promise<RateRefusal | undefined>
  /** Counts an answer until the returned function is called, because the network has taken it or has closed. */
  add(party: Party, bytes: number): () => void
  /** The same, when the caller has read enough of its answers, or when `isOver`. */
  addWhenRead(party: Party, bytes: number, isOver: () => boolean): Promise<() => void>
}

export function createLargeAnswers(): LargeAnswers {
  const turns = createTurns(1)
  const unread = createAtOnceLimit({
    limit: 'answerBytesAtOnce',
    value: LIMITS.answerBytesAtOnce,
    unit: 'bytes of large answers',
  })
  return {
    async turn(party, operation, isOver) {
      for (;;) {
        await turns.next()
        const refusal = unread.refusal(party, SMALL_ANSWER_BYTES)
        if (!refusal || isOver()) return undefined
        if (operation === 'query') return refusal
        const end = await unread.addWhenFree(party, SMALL_ANSWER_BYTES, isOver)
        end()
      }
    },
    add: unread.add,
    addWhenRead: unread.addWhenFree,
  }
}

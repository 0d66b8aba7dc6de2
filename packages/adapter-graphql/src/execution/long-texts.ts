import { setImmediate as nextTurn } from 'node:timers/promises'
import { rateLimited } from '../errors/request-error.ts'
import { createAtOnceLimit, ownerOf, type Party } from '../limits/at-once.ts'
import { createLendingSlots } from '../limits/turns.ts'

/** Texts of up to this many characters are read at once: about 2 ms of work. */
const MOST_AT_ONCE = 2_000

export const isLongText = (text: string): boolean => text.length > MOST_AT_ONCE

const LONGEST_READ_MS = 10_000
/** The process reads one long text at a time, over several turns of the event loop. Parties take turns. */
const slots = createLendingSlots({ count: 1, longestMs: LONGEST_READ_MS })

/** The maximum length of the new long texts of a user that wait to be read: 64 of the longest ones. */
export const NEW_TEXT_BYTES_AT_ONCE = 4 * 1024 * 1024
const waiting = createAtOnceLimit({
  limit: 'newTextBytesAtOnce',
  value: NEW_TEXT_BYTES_AT_ONCE,
  unit: 'bytes of new long queries',
})

/** Calls `read` when the party may read this text: at once if it is short. Throws if too many texts of the party wait. */
export const inTurn = <T>(party: () => Party, text: string, read: () => T | Promise<T>): T | Promise<T> =>
  isLongText(text) ? whenDue(party(), text, read) : read()

async function whenDue<T>(party: Party, text: string, read: () => T | Promise<T>): Promise<T> {
  const refusal = waiting.refusal(party, text.length)
  if (refusal) throw rateLimited(refusal)
  const end = waiting.add(party, text.length)
  const leave = await slots.take(ownerOf(party))
  try {
    await nextTurn()
    return await read()
  } finally {
    leave()
    end()
  }
}

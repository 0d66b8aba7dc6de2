import { utf8LengthOf } from '../domain/utf8.ts'

/** About what the rows and the event of one change take, beside what its caller wrote. */
const BYTES_OF_A_CHANGE = 1_000
/** As long as a number can be as text. */
const BYTES_OF_A_NUMBER = 24
/** A separator, a flag or a null. */
const BYTES_OF_A_MARK = 5

/** How many bytes a change adds to the store at most: its input as JSON, however deep, and its rows. */
export const storedBytesOf = (input: unknown): number => BYTES_OF_A_CHANGE + bytesOfInput(input)

/** Nothing here calls itself: a value may be nested as deep as a body can be. */
function bytesOfInput(input: unknown): number {
  const open: unknown[] = [input]
  let bytes = 0
  while (open.length > 0) {
    const value = open.pop()
    if (typeof value === 'string') bytes += utf8LengthOf(value)
    else if (typeof value === 'number') bytes += BYTES_OF_A_NUMBER
    else if (Array.isArray(value)) {
      bytes += value.length
      for (const inner of value) open.push(inner)
    } else if (typeof value === 'object' && value !== null) {
      for (const name in value) {
        bytes += BYTES_OF_A_MARK + utf8LengthOf(name)
        open.push((value as Readonly<Record<string, unknown>>)[name])
      }
    } else bytes += BYTES_OF_A_MARK
  }
  return bytes
}

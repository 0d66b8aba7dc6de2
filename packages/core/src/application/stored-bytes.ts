import { utf8LengthOf } from '../domain/encodings.ts'

/** At least the size of one change's rows and events, besides its input. */
const BYTES_OF_A_CHANGE = 5_000
/** The approximate size of a row besides its values: its head and its entries in indexes. */
const BYTES_OF_A_ROW = 500
/** The longest text of a number. */
const BYTES_OF_A_NUMBER = 24
/** A separator, a boolean or a null. */
const BYTES_OF_A_MARK = 5

/** The largest number of bytes that a change adds to the store: its input as JSON, and its rows. */
export const storedBytesOf = (input: unknown): number => BYTES_OF_A_CHANGE + bytesOfInput(input)

/** The approximate size of one record or event in the store. */
export const bytesOfRecord = (record: object): number => BYTES_OF_A_ROW + bytesOfInput(record)

/** Not recursive, because a value may be nested as deeply as a body can be. */
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

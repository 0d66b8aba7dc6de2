import { utf8 } from '../domain/utf8.ts'

/** About what the rows and the event of one change take, beside what its caller wrote. */
const BYTES_OF_A_CHANGE = 1_000

/** How many bytes a change adds to the store at most: all texts of its input, however deep, and its rows. */
export const storedBytesOf = (input: unknown): number => BYTES_OF_A_CHANGE + bytesOfTexts(input)

function bytesOfTexts(value: unknown): number {
  if (typeof value === 'string') return utf8(value).length
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce((sum: number, inner) => sum + bytesOfTexts(inner), 0)
}

import { badInput, type Refusal } from '../../domain/refusal.ts'

/** Ten years: beyond, an instant is a slip of the keyboard. */
const MAX_DURATION_MS = 10 * 365 * 86_400_000

/** What is wrong with a part of a whole, which goes from 0 to 1; undefined when nothing is. */
export const shareFault = (field: string, share: number): Refusal | undefined =>
  typeof share === 'number' && share >= 0 && share <= 1
    ? undefined
    : badInput(field, `${field} must be a number from 0 to 1`)

/** What is wrong with a time span; undefined when nothing is. */
export const durationFault = (field: string, ms: number, leastMs = 1): Refusal | undefined =>
  Number.isSafeInteger(ms) && ms >= leastMs && ms <= MAX_DURATION_MS
    ? undefined
    : badInput(
        field,
        `${field} must be whole milliseconds, from ${leastMs} to ${MAX_DURATION_MS} (ten years)`,
      )

/** What is wrong with a count; undefined when nothing is. */
export const countFault = (field: string, count: number, most: number): Refusal | undefined =>
  Number.isSafeInteger(count) && count >= 1 && count <= most
    ? undefined
    : badInput(field, `${field} must be a whole number from 1 to ${most}`)

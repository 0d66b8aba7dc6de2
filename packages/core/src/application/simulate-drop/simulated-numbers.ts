import { badInput, type Refusal } from '../../domain/refusal.ts'

/** Ten years. A longer time is a typing error. */
const MAX_DURATION_MS = 10 * 365 * 86_400_000

/** The error of a share, which must be from 0 to 1; undefined if it is valid. */
export const shareFault = (field: string, share: number): Refusal | undefined =>
  typeof share === 'number' && share >= 0 && share <= 1
    ? undefined
    : badInput(field, 'OUT_OF_RANGE', `${field} must be a number from 0 to 1`, { least: 0, most: 1 })

/** The error of a duration; undefined if it is valid. */
export const durationFault = (field: string, ms: number, leastMs = 1): Refusal | undefined =>
  Number.isSafeInteger(ms) && ms >= leastMs && ms <= MAX_DURATION_MS
    ? undefined
    : badInput(
        field,
        'OUT_OF_RANGE',
        `${field} must be whole milliseconds, from ${leastMs} to ${MAX_DURATION_MS} (ten years)`,
        { least: leastMs, most: MAX_DURATION_MS },
      )

/** The error of a count; undefined if it is valid. */
export const countFault = (field: string, count: number, most: number): Refusal | undefined =>
  Number.isSafeInteger(count) && count >= 1 && count <= most
    ? undefined
    : badInput(field, 'OUT_OF_RANGE', `${field} must be a whole number from 1 to ${most}`, { least: 1, most })

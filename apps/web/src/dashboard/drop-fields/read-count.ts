import { inBaseUnits } from '../../words/amount.ts'

const MAX_COUNT = 2_147_483_647

/** Parses a typed count. Null if it is empty, undefined if it is not a valid count. */
export function readCount(typed: string): number | null | undefined {
  if (typed.trim() === '') return null
  const digits = inBaseUnits(typed, 0)
  const value = digits === undefined ? 0 : Number(digits)
  return value >= 1 && value <= MAX_COUNT ? value : undefined
}

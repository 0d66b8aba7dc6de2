import { inBaseUnits } from '../../words/amount.ts'

const MAX_COUNT = 2_147_483_647

/** A count as it was typed: null when nothing was, undefined when it is none. */
export function readCount(typed: string): number | null | undefined {
  if (typed.trim() === '') return null
  const digits = inBaseUnits(typed, 0)
  const value = digits === undefined ? 0 : Number(digits)
  return value >= 1 && value <= MAX_COUNT ? value : undefined
}

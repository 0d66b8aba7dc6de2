import { inWholeUnits } from '@dropkit/core'
import { parseMoney } from '@dropkit/core/internal'
import { inBaseUnits } from '../../words/amount.ts'

const MAX_COUNT = 2_147_483_647

/** Parses a typed count. Null if it is empty, undefined if it is not a valid count. */
export function readCount(typed: string): number | null | undefined {
  if (typed.trim() === '') return null
  const digits = inBaseUnits(typed, 0)
  const value = digits === undefined ? 0 : Number(digits)
  return value >= 1 && value <= MAX_COUNT ? value : undefined
}

/** The price in whole units, as the API takes it, and in the currency's smallest unit. */
export interface Price {
  readonly number: number
  readonly atomic: bigint
}

interface Currency {
  readonly code: string
  readonly decimals: number
}

/**
 * Parses a typed price in whole units of its currency. Undefined if it is invalid. The API takes prices as floating-point
 * numbers, so a price that such a number cannot represent exactly is invalid.
 */
export function readPrice(typed: string, { code, decimals }: Currency): Price | undefined {
  const atomic = inBaseUnits(typed, decimals)
  if (atomic === undefined || atomic === '0') return undefined
  const number = Number(inWholeUnits(atomic, decimals))
  const taken = parseMoney(number, { code, decimals, coinType: '' }, 'price')
  return taken.ok && taken.value === BigInt(atomic) ? { number, atomic: taken.value } : undefined
}

/** The user's time zone. Times that the user types are in this zone. */
export const TIME_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone

/** Converts a picker's value (`2026-06-01 14:00:00`, in the user's time zone) to ISO 8601. */
export const instantOf = (picked: string): string => new Date(picked.replace(' ', 'T')).toISOString()

/** Converts a time to a picker's value. */
export function pickedOf(iso: string): string {
  const at = new Date(iso)
  const two = (value: number) => String(value).padStart(2, '0')
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  return `${day} ${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`
}

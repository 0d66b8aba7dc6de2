import { type BadInput, badInput, type Refusal } from './refusal.ts'
import { err, ok, type Result } from './result.ts'

declare const amountBrand: unique symbol

/** A quantity of a token in its base units: an integer from 0 to 2^64 − 1 (what a Sui coin can hold). */
export type Amount = bigint & { readonly [amountBrand]: true }

/** 2^64 − 1: what a chain can count. */
export const MAX_AMOUNT = ((1n << 64n) - 1n) as Amount
export const ZERO = 0n as Amount

const DECIMAL_INTEGER = /^(?:0|[1-9][0-9]*)$/
const MOST_DIGITS = String(MAX_AMOUNT).length

/** Converts a bigint that a rule has computed. Throws if it is out of range, because the rule is then wrong. */
export function amountOf(value: bigint): Amount {
  if (value < 0n || value > MAX_AMOUNT) throw new Error(`invariant broken: ${value} is not an amount`)
  return value as Amount
}

/** Reads a decimal integer without sign, point, exponent, white space or leading zero. */
export function parseAmount(text: string, field: string): Result<Amount, BadInput> {
  // A JavaScript number may have lost its last digits before it arrived here.
  if (typeof text !== 'string')
    return err(badInput(field, 'WRONG_TYPE', `${field} must be a text of decimal digits`))
  if (!DECIMAL_INTEGER.test(text)) {
    return err(
      badInput(
        field,
        'NO_AMOUNT',
        `${field} must be a whole number of base units, written in decimal digits`,
      ),
    )
  }
  // Not converted if it is too long, because that takes time.
  const value = text.length > MOST_DIGITS ? undefined : BigInt(text)
  if (value === undefined || value > MAX_AMOUNT)
    return err(
      badInput(field, 'TOO_LARGE', `${field} must be at most ${MAX_AMOUNT}`, { most: String(MAX_AMOUNT) }),
    )
  return ok(value as Amount)
}

/** Like `parseAmount`, for amounts that must be at least 1: pools, claims, refunds, funding. */
export function parsePositiveAmount(text: string, field: string): Result<Amount, Refusal> {
  const parsed = parseAmount(text, field)
  if (parsed.ok && parsed.value === 0n)
    return err(badInput(field, 'NOT_POSITIVE', `${field} must be at least 1`))
  return parsed
}

/**
 * Base units as a decimal number of whole tokens: `1234500` with 3 decimals is `1234.5`. Exact, without floating-point
 * numbers, because people pay this amount.
 */
export function inWholeUnits(baseUnits: string | bigint, decimals: number): string {
  const digits = String(baseUnits).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return fraction === '' ? whole : `${whole}.${fraction}`
}

/** A currency for prices. */
export interface Currency {
  /** Upper case, for example `SUI`. */
  readonly code: string
  readonly coinType: string
  /** Decimal places of its smallest unit. */
  readonly decimals: number
}

const PLAIN_NUMBER = /^(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/

/** Converts a number in whole units to the currency's smallest unit. Refuses more decimals than the currency has. */
export function parseMoney(value: number, currency: Currency, field: string): Result<bigint, Refusal> {
  const match = Number.isFinite(value) && PLAIN_NUMBER.exec(String(value))
  if (!match)
    return err(badInput(field, 'TOO_SMALL', `${field} must be a number of at least 0`, { least: 0 }))
  const [, whole = '', fraction = '', exponent = '0'] = match
  const places = fraction.length - Number(exponent)
  if (places > currency.decimals) {
    return err(
      badInput(
        field,
        'TOO_PRECISE',
        `${field} may have at most ${currency.decimals} decimals in ${currency.code}`,
        { decimals: currency.decimals },
      ),
    )
  }
  const atomic = BigInt(whole + fraction) * 10n ** BigInt(currency.decimals - places)
  if (atomic > MAX_AMOUNT)
    return err(badInput(field, 'TOO_LARGE', `${field} is larger than ${currency.code} can hold`))
  return ok(atomic)
}

/** For display only: an atomic amount in whole units. */
export function displayMoney(atomic: bigint, decimals: number): number {
  const unit = 10n ** BigInt(decimals)
  const fraction = String(atomic % unit).padStart(decimals, '0')
  return Number(`${atomic / unit}.${fraction || '0'}`)
}

/** The currency with this code, in any letter case; the default currency without a code. */
export function findCurrency(
  currencies: readonly Currency[],
  code: string | null | undefined,
): Result<Currency, Refusal> {
  const upper = typeof code === 'string' ? code.toUpperCase() : code
  const found = upper == null ? currencies[0] : currencies.find((currency) => currency.code === upper)
  if (found) return ok(found)
  const known = currencies.map((currency) => currency.code)
  return err(badInput('currency', 'UNKNOWN_VALUE', `currency must be one of ${known.join(', ')}`, { known }))
}

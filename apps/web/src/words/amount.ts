import { inWholeUnits } from '@dropkit/core'
import { locale } from './language.ts'
import { t } from './messages.ts'

/** Formats decimals in the user's locale. Amounts are never converted to floating-point numbers. */
const withDigits = new Intl.NumberFormat(locale, { maximumFractionDigits: 20 })
const briefly = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 })
const parts = new Intl.NumberFormat(locale).formatToParts(1234567.5)
/** The ten digits of the user's locale. Arabic, Persian and other locales have their own digits. */
const DIGITS = [...new Intl.NumberFormat(locale, { useGrouping: false }).format(9876543210n)].reverse()
const DECIMAL_SIGN = parts.find(({ type }) => type === 'decimal')?.value ?? '.'
const GROUP_SIGN = parts.find(({ type }) => type === 'group')?.value ?? ','

/** `1234500`, 3 decimals → `1,234.5`. Also for input fields, because in some locales a point separates thousands. */
export function inWholeTokens(baseUnits: string | bigint, decimals: number): string {
  return withDigits.format(inWholeUnits(baseUnits, decimals) as Intl.StringNumericLiteral)
}

/**
 * Parses a typed amount into base units. Undefined if it is not a number, or has more decimals than the token. Group
 * separators must be in valid positions: `1,5` is not read as fifteen if the decimal separator is a point.
 */
export function inBaseUnits(typed: string, decimals: number): string | undefined {
  const plain = Array.from(typed.replaceAll(/[\s_]/g, ''), withLatinDigit).join('')
  const [whole = '', fraction, ...rest] = plain.split(DECIMAL_SIGN)
  if (rest.length > 0 || (whole === '' && !fraction)) return undefined
  const digits = withoutGroups(whole)
  const decimalDigits = (fraction ?? '').replace(/0+$/, '')
  if (digits === undefined || !/^\d*$/.test(decimalDigits) || decimalDigits.length > decimals)
    return undefined
  return BigInt(digits + decimalDigits.padEnd(decimals, '0')).toString()
}

function withLatinDigit(sign: string): string {
  const digit = DIGITS.indexOf(sign)
  return digit === -1 ? sign : String(digit)
}

function withoutGroups(whole: string): string | undefined {
  const [first = '', ...groups] = whole.split(GROUP_SIGN)
  const last = groups.at(-1)
  const areGroups = last === undefined || (first !== '' && last.length === 3)
  // India groups digits as 12,34,567.
  if (!areGroups || groups.some((group) => group.length !== 3 && group.length !== 2)) return undefined
  return /^\d*$/.test(first + groups.join('')) ? first + groups.join('') : undefined
}

/** The error message for an amount that cannot be parsed. */
export const amountFault = (decimals: number): string =>
  decimals === 0 ? t('wholeNumber') : t('decimalsAtMost', { count: decimals })

/** A number in the user's locale. */
export const count = (value: number | bigint): string => withDigits.format(value)

/** A number in short form: `1.5M`. */
export const shortCount = (value: number): string => briefly.format(value)

/** `12.345` → `12.3 %` */
export const percent = (value: number): string =>
  new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }).format(value / 100)

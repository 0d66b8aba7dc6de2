import { inWholeUnits } from '@dropkit/core'
import { locale } from './language.ts'
import { t } from './messages.ts'

/** Decimals as one reads them, in the visitor's locale. Amounts never pass through a floating-point number. */
const withDigits = new Intl.NumberFormat(locale, { maximumFractionDigits: 20 })
const briefly = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 })
const parts = new Intl.NumberFormat(locale).formatToParts(1234567.5)
/** The ten digits of the visitor's locale: Arabic, Persian and others write numbers with digits of their own. */
const DIGITS = [...new Intl.NumberFormat(locale, { useGrouping: false }).format(9876543210n)].reverse()
const DECIMAL_SIGN = parts.find(({ type }) => type === 'decimal')?.value ?? '.'
const GROUP_SIGN = parts.find(({ type }) => type === 'group')?.value ?? ','

/** `1234500`, 3 decimals → `1,234.5`: for people, and for input fields, since elsewhere a point parts thousands. */
export function inWholeTokens(baseUnits: string | bigint, decimals: number): string {
  return withDigits.format(inWholeUnits(baseUnits, decimals) as Intl.StringNumericLiteral)
}

/**
 * What somebody typed, as base units; undefined when it is no number, or has more decimals than the token. Signs
 * between thousands have to stand between thousands: `1,5` is not taken for fifteen where the decimal sign is a point.
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
  // India writes 12,34,567.
  if (!areGroups || groups.some((group) => group.length !== 3 && group.length !== 2)) return undefined
  return /^\d*$/.test(first + groups.join('')) ? first + groups.join('') : undefined
}

/** What is wrong with an amount that cannot be read. */
export const amountFault = (decimals: number): string =>
  decimals === 0 ? t('wholeNumber') : t('decimalsAtMost', { count: decimals })

/** A count of things, in the visitor's locale. */
export const count = (value: number | bigint): string => withDigits.format(value)

/** A count where there is little room: `1.5M`. */
export const shortCount = (value: number): string => briefly.format(value)

/** `12.345` → `12.3 %` */
export const percent = (value: number): string =>
  new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }).format(value / 100)

import { inWholeUnits } from '@dropkit/core'
import { locale } from './language.ts'
import { t } from './messages.ts'

/** Formats decimals in the user's locale. Amounts are never converted to floating-point numbers. */
const withDigits = new Intl.NumberFormat(locale, { maximumFractionDigits: 20 })
const briefly = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 })

interface NumberSigns {
  /** The ten digits. Arabic, Persian and other locales have their own. */
  readonly digits: readonly string[]
  readonly decimal: string
  readonly group: string
}

function signsOf(ofLocale: string | undefined): NumberSigns {
  const parts = new Intl.NumberFormat(ofLocale).formatToParts(1234567.5)
  return {
    digits: [...new Intl.NumberFormat(ofLocale, { useGrouping: false }).format(9876543210n)].reverse(),
    decimal: parts.find(({ type }) => type === 'decimal')?.value ?? '.',
    group: parts.find(({ type }) => type === 'group')?.value ?? ',',
  }
}

const ownSigns = signsOf(locale)

/** The locale of numbers that the user types. */
export const numberLocale = withDigits.resolvedOptions().locale

/** `1234500`, 3 decimals → `1,234.5`. Also for input fields, because in some locales a point separates thousands. */
export function inWholeTokens(baseUnits: string | bigint, decimals: number): string {
  return withDigits.format(inWholeUnits(baseUnits, decimals) as Intl.StringNumericLiteral)
}

/**
 * Parses a typed amount into base units. Undefined if it is not a number, or has more decimals than the token. Group
 * separators must be in valid positions: `1,5` is not read as fifteen if the decimal separator is a point.
 */
export function inBaseUnits(typed: string, decimals: number): string | undefined {
  const read = readDecimal(typed, ownSigns)
  if (read === undefined || read.fraction.length > decimals) return undefined
  return BigInt(read.whole + read.fraction.padEnd(decimals, '0')).toString()
}

/** A number that was typed in another locale, as it is typed in the user's. Empty if it was not a number there. */
export function retyped(typed: string, from: string): string {
  const read = readDecimal(typed, signsOf(from))
  if (read === undefined) return ''
  return withDigits.format(`${read.whole || '0'}.${read.fraction || '0'}` as Intl.StringNumericLiteral)
}

interface Decimal {
  readonly whole: string
  /** Without zeros at the end. */
  readonly fraction: string
}

function readDecimal(typed: string, signs: NumberSigns): Decimal | undefined {
  const plain = Array.from(typed.replaceAll(/[\s_]/g, ''), (sign) => withLatinDigit(sign, signs)).join('')
  const [whole = '', typedFraction, ...rest] = plain.split(signs.decimal)
  if (rest.length > 0 || (whole === '' && !typedFraction)) return undefined
  const digits = withoutGroups(whole, signs)
  const fraction = (typedFraction ?? '').replace(/0+$/, '')
  return digits === undefined || !/^\d*$/.test(fraction) ? undefined : { whole: digits, fraction }
}

function withLatinDigit(sign: string, { digits }: NumberSigns): string {
  const digit = digits.indexOf(sign)
  return digit === -1 ? sign : String(digit)
}

function withoutGroups(whole: string, signs: NumberSigns): string | undefined {
  const [first = '', ...groups] = whole.split(signs.group)
  const last = groups.at(-1)
  const areGroups = last === undefined || (first !== '' && last.length === 3)
  // India groups digits as 12,34,567.
  if (!areGroups || groups.some((group) => group.length !== 3 && group.length !== 2)) return undefined
  return /^\d*$/.test(first + groups.join('')) ? first + groups.join('') : undefined
}

/** The error message for an amount that cannot be parsed. */
export const amountError = (decimals: number): string =>
  decimals === 0 ? t('wholeNumber') : t('decimalsAtMost', { count: decimals })

/** A number in the user's locale. */
export const count = (value: number | bigint | Intl.StringNumericLiteral): string => withDigits.format(value)

/** A number in short form: `1.5M`. */
export const shortCount = (value: number): string => briefly.format(value)

/** `12.345` → `12.3 %` */
export const percent = (value: number): string =>
  new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }).format(value / 100)

const format = new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD' })

/** A fraction of a cent would be $0.00. */
const ofLess = new Intl.NumberFormat(locale, {
  style: 'currency',
  currency: 'USD',
  maximumSignificantDigits: 2,
})

/** US dollars, for display: `$8.75`, `$0.0012`. */
export const dollars = (amount: number): string =>
  (amount > 0 && amount < 0.01 ? ofLess : format).format(amount)

/** What the format of a drop's amounts depends on. */
export interface Measured {
  readonly type: 'TOKEN' | 'NFT'
  readonly token: { readonly symbol: string; readonly decimals: number } | null
}

/** The decimal places of a drop's amounts. NFTs are counted in pieces, whatever their token's decimals are. */
export const decimalsOf = ({ type, token }: Measured): number => (type === 'NFT' ? 0 : (token?.decimals ?? 0))

/** The unit of a drop's amounts. */
export const unitOf = ({ type, token }: Measured): string =>
  type === 'NFT' ? pieces('nfts', token) : (token?.symbol ?? t('tokens'))

/** The number without its unit: `1234500` → `1,234.5` */
export const bareAmount = (drop: Measured, baseUnits: string | bigint): string =>
  inWholeTokens(baseUnits, decimalsOf(drop))

const pieces = (key: 'nft' | 'nfts', token: Measured['token']): string =>
  token === null ? t(`${key}Plain`) : t(key, { symbol: token.symbol })

/** The number with its unit: `1,234.5 LEAF`, `1 LEAF NFT`, `3 LEAF NFTs`. */
export const amountInWords = (drop: Measured, baseUnits: string | bigint): string =>
  `${bareAmount(drop, baseUnits)} ${drop.type === 'NFT' && BigInt(baseUnits) === 1n ? pieces('nft', drop.token) : unitOf(drop)}`

/** The amount of a claim. Null means that it waits for the public beacon. */
export const claimAmountInWords = (drop: Measured, baseUnits: string | null): string =>
  baseUnits === null ? t('notDrawnYet') : amountInWords(drop, baseUnits)

/** The unit for `AmountInput` and the rules. */
export const measureOf = (drop: Measured): { readonly symbol: string; readonly decimals: number } => ({
  symbol: unitOf(drop),
  decimals: decimalsOf(drop),
})

/** Whether the amount of each claim is drawn. */
export const isRandom = ({ tokenAmount }: { readonly tokenAmount: string | null }): boolean =>
  tokenAmount === '0'

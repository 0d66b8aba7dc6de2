import { MAX_AMOUNT } from './amount.ts'
import { badInput, type Refusal } from './refusal.ts'
import { err, ok, type Result } from './result.ts'

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
  const found =
    code == null ? currencies[0] : currencies.find((currency) => currency.code === code.toUpperCase())
  if (found) return ok(found)
  const known = currencies.map((currency) => currency.code)
  return err(badInput('currency', 'UNKNOWN_VALUE', `currency must be one of ${known.join(', ')}`, { known }))
}

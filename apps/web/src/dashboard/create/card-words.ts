import { inDollars } from '../../words/dollars.ts'
import { inCreate } from '../../words/messages/create.ts'
import { inWords } from '../../words/time.ts'
import { instantOf } from '../drop/local-time.ts'
import type { DropForm } from './drop-form.ts'
import { currencyOf, type Surroundings } from './form-faults.ts'

/** The price of an item in its currency and in dollars. Null until it is valid. */
export function priceWords(form: DropForm, currencies: Surroundings['currencies']): string | null {
  if (!form.isPriced) return inCreate('free')
  const currency = currencyOf(form, currencies)
  if (!currency || form.price.trim() === '') return null
  const dollars = inDollars(form.price, currency)
  return `${form.price.trim()} ${currency.code}${dollars === undefined ? '' : `, ${dollars}`}`
}

/** A picker's value as text. */
export const shownTime = (picked: string): string => inWords(instantOf(picked))

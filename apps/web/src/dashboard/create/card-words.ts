import { counted } from '../../words/amount.ts'
import { amountInWords, unitOf } from '../../words/drop-amount.ts'
import { statusLook } from '../../words/status-words.ts'
import { inWords } from '../../words/time.ts'
import { instantOf } from '../drop/local-time.ts'
import { awardTerms } from './award-terms.ts'
import type { DropForm } from './drop-form.ts'
import { currencyOf, type Surroundings } from './form-faults.ts'
import { inDollars } from './in-dollars.ts'

/** What a drop's card says of it; null for what it does not say. */
export interface CardWords {
  readonly opening: string
  readonly price: string | null
  readonly award: string
  readonly pool: string | null
  readonly who: string | null
  readonly end: string | null
}

export function cardWords(form: DropForm, { currencies }: Surroundings): CardWords {
  return {
    opening: openingWords(form),
    price: priceWords(form, currencies),
    award: awardWords(form),
    pool: poolWords(form),
    who: whoWords(form),
    end: form.claimDeadline === null ? null : `Ends ${shownTime(form.claimDeadline)}`,
  }
}

function openingWords({ opening, startsAt }: DropForm): string {
  if (opening === 'now') return statusLook('ACTIVE').words
  if (opening === 'draft') return statusLook('DRAFT').words
  return startsAt === null ? statusLook('SCHEDULED').words : `Opens ${shownTime(startsAt)}`
}

function priceWords(form: DropForm, currencies: Surroundings['currencies']): string | null {
  if (!form.isPriced) return 'Free'
  const currency = currencyOf(form, currencies)
  if (!currency || form.price.trim() === '') return null
  const dollars = inDollars(form.price, currency)
  return `${form.price.trim()} ${currency.code}${dollars === undefined ? '' : `, ${dollars}`}`
}

function awardWords(form: DropForm): string {
  const { each } = awardTerms(form)
  const symbol = unitOf(form)
  if (form.award === 'random') return `A random amount of ${symbol}`
  if (form.award === 'open') return `As much ${symbol} as you ask for`
  if (each === undefined) return `Some ${symbol} for everyone`
  return `${amountInWords(form, each)} each`
}

function poolWords(form: DropForm): string | null {
  const { pool, items } = awardTerms(form)
  if (pool === undefined || pool === 0n) return null
  const all = `${amountInWords(form, pool)} in all`
  return items == null ? all : `${all}, ${counted(items, 'item')}`
}

function whoWords({ gating, claimType, claimAccess }: DropForm): string | null {
  const { length } = gating.rules
  const rules = length === 0 ? null : `for who fulfils ${counted(length, 'rule')}`
  if (claimAccess === 'OWNER') return 'Given out by its owner'
  if (claimType === 'STREAK') return `Every day${rules === null ? '' : `, ${rules}`}`
  return rules === null ? null : `Only ${rules}`
}

/** What a picker holds, in words. */
export const shownTime = (picked: string): string => inWords(instantOf(picked))

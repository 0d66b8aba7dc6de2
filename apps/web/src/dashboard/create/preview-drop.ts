import type { ClaimableDropFragment } from '../../api/generated/operations.ts'
import { inBaseUnits } from '../../words/amount.ts'
import { inCreate } from '../../words/messages/create.ts'
import { instantOf } from '../drop/local-time.ts'
import { readCount } from '../drop-fields/read-count.ts'
import { describedRules, type Surroundings as RuleSurroundings } from '../gating/rule-sentence.ts'
import { awardTerms, tokenAmountOf } from './award-terms.ts'
import { deliveryOf, isByLink } from './claim-terms.ts'
import type { DropForm } from './drop-form.ts'
import { currencyOf, priceOf, type Surroundings } from './form-faults.ts'

/**
 * Converts the form to the data that the claim page reads, so that the preview shows what that page will show. Null until
 * the form contains the amount of a claim.
 */
export function previewDrop(
  form: DropForm,
  surroundings: Surroundings,
  rules: RuleSurroundings,
  creator: ClaimableDropFragment['creator'],
): ClaimableDropFragment | null {
  const { pool, items } = awardTerms(form)
  if (pool === undefined || pool === 0n || items === undefined || form.token === null) return null
  const currency = currencyOf(form, surroundings.currencies)
  const price = priceOf(form, surroundings)
  const isPriced = form.isPriced && price != null && inBaseUnits(form.price, currency?.decimals ?? 0)
  return {
    id: form.title || 'new',
    status: form.opening === 'later' ? 'SCHEDULED' : 'ACTIVE',
    maxAmount: String(pool),
    supply: items,
    claimedAmount: '0',
    remainingBalance: String(pool),
    claimCount: 0,
    percentClaimed: 0,
    startsAt: form.opening === 'later' && form.startsAt !== null ? instantOf(form.startsAt) : null,
    claimDeadline: form.claimDeadline === null ? null : instantOf(form.claimDeadline),
    updatedAt: new Date(surroundings.nowMs).toISOString(),
    title: form.title.trim() || inCreate('yourTitle'),
    description: form.description.trim() || null,
    type: form.type,
    claimType: form.claimType,
    claimAccess: form.claimAccess,
    isLinkOnly: isByLink(form),
    delivery: deliveryOf(form),
    shortcode: null,
    price: isPriced ? price.number : null,
    priceUSD: isPriced ? price.number * (currency?.usdRate ?? 0) : 0,
    currency: currency?.code ?? '',
    tokenAmount: tokenAmountOf(form),
    admission: form.admission,
    randomness: form.award === 'random' ? form.randomness : null,
    maxPerWallet: form.claimType === 'STREAK' ? null : (readCount(form.maxPerWallet) ?? null),
    imageUrl: form.imageUrl,
    randomnessCommitment: null,
    creator,
    token: form.token,
    gatingConfig:
      form.gating.rules.length === 0
        ? null
        : { id: 'new', isActive: true, rules: describedRules(form.gating.rules, rules) },
  }
}

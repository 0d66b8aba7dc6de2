import { count, counted } from '../../words/amount.ts'
import { claimPath } from '../../words/claim-path.ts'
import { amountInWords, decimalsOf } from '../../words/drop-amount.ts'
import { duration } from '../../words/time.ts'
import {
  ACCESS_LABELS,
  ADMISSION_LABELS,
  DELIVERY_LABELS,
  FIELD_LABELS,
  RANDOMNESS_LABELS,
} from '../drop-fields/field-labels.ts'
import { readCount } from '../drop-fields/read-count.ts'
import { type Surroundings as RuleSurroundings, sentenceOf } from '../gating/rule-sentence.ts'
import { awardTerms } from './award-terms.ts'
import { priceWords, shownTime } from './card-words.ts'
import { isByLink } from './claim-terms.ts'
import type { DropForm } from './drop-form.ts'
import { currencyOf, priceOf, type Surroundings } from './form-faults.ts'
import { shortcodeOf } from './shortcode.ts'
import type { StepName } from './steps.ts'

interface Line {
  readonly name: string
  readonly value: string
  /** The same in the smallest units. */
  readonly exact?: string
}

/** What was said in one step. */
interface ReviewRow {
  readonly step: StepName
  readonly label: string
  readonly lines: readonly Line[]
}

export function reviewRows(
  form: DropForm,
  surroundings: Surroundings,
  rules: RuleSurroundings,
): readonly ReviewRow[] {
  const shortcode = shortcodeOf(form)
  return [
    {
      step: 'token',
      label: 'Token',
      lines: [{ name: 'Given out', value: `${form.token?.name ?? ''} (${form.token?.symbol ?? ''})` }],
    },
    {
      step: 'giveaway',
      label: 'Give-away',
      lines: [
        {
          name: FIELD_LABELS.shortcode,
          value: shortcode === '' ? 'Made by the service' : claimPath({ shortcode, id: '' }),
        },
        ...amountLines(form),
        { name: FIELD_LABELS.admission, value: ADMISSION_LABELS[form.admission] },
        { name: FIELD_LABELS.maxPerWallet, value: howOften(form) },
      ],
    },
    { step: 'price', label: 'Price', lines: [priceLine(form, surroundings)] },
    {
      step: 'schedule',
      label: 'Schedule',
      lines: [
        { name: FIELD_LABELS.startsAt, value: openingOf(form) },
        ...entryLines(form),
        {
          name: FIELD_LABELS.claimDeadline,
          value: form.claimDeadline === null ? 'No end' : shownTime(form.claimDeadline),
        },
      ],
    },
    {
      step: 'access',
      label: 'Who may claim',
      lines: [
        { name: FIELD_LABELS.claimAccess, value: ACCESS_LABELS[form.claimAccess] },
        ...(isByLink(form) ? [{ name: 'Claim links', value: FIELD_LABELS.isLinkOnly }] : []),
        {
          name: FIELD_LABELS.delivery,
          value: DELIVERY_LABELS[form.award === 'random' ? 'SERVER' : form.delivery],
        },
        ...(form.gating.rules.length === 0 ? [{ name: 'Rules', value: 'None' }] : []),
        ...form.gating.rules.map((rule, index) => ({
          name: `Rule ${index + 1}`,
          value: sentenceOf(rule, rules),
          ...(rule.description === null ? {} : { exact: `“${rule.description}”` }),
        })),
      ],
    },
  ]
}

function amountLines(form: DropForm): readonly Line[] {
  const { each, pool, items } = awardTerms(form)
  const decimals = decimalsOf(form)
  const line = (name: string, amount: bigint): Line => ({
    name,
    value: amountInWords(form, amount),
    ...(decimals === 0 ? {} : { exact: `${count(amount)} base units` }),
  })
  return [
    each === undefined
      ? {
          name: 'A claim gets',
          value: form.award === 'random' ? 'A random amount' : 'The amount that the claimer chooses',
        }
      : line('A claim gets', each),
    ...(form.award === 'random'
      ? [{ name: FIELD_LABELS.randomness, value: RANDOMNESS_LABELS[form.randomness] }]
      : []),
    ...(pool === undefined ? [] : [line(FIELD_LABELS.pool, pool)]),
    { name: FIELD_LABELS.items, value: items == null ? 'Until the pool is empty' : count(items) },
  ]
}

function howOften(form: DropForm): string {
  if (form.claimType === 'STREAK') return 'One claim every day'
  const limit = readCount(form.maxPerWallet) ?? (form.isPriced ? null : 1)
  if (limit === null) return 'As many as are paid for'
  return limit === 1 ? 'One claim' : counted(limit, 'claim')
}

function priceLine(form: DropForm, surroundings: Surroundings): Line {
  const price = priceOf(form, surroundings)
  const value = priceWords(form, surroundings.currencies) ?? 'Free'
  if (price == null) return { name: FIELD_LABELS.price, value }
  const code = currencyOf(form, surroundings.currencies)?.code ?? ''
  return { name: FIELD_LABELS.price, value, exact: `${count(price.atomic)} of ${code}’s smallest unit` }
}

const entryLines = ({ admission, entriesCloseAt, claimWindowSeconds }: DropForm): readonly Line[] =>
  admission === 'FIRST_COME'
    ? []
    : [
        {
          name: FIELD_LABELS.entriesCloseAt,
          value: entriesCloseAt === null ? '' : shownTime(entriesCloseAt),
        },
        { name: FIELD_LABELS.claimWindowSeconds, value: duration(claimWindowSeconds * 1_000) },
      ]

const openingOf = (form: DropForm): string => {
  if (form.opening === 'now') return 'Immediately'
  if (form.opening === 'draft') return 'When you open it'
  return form.startsAt === null ? '' : shownTime(form.startsAt)
}

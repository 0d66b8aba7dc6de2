import type { RuleCheckFragment } from '../api/generated/operations.ts'
import { amountInWords, count, inWholeTokens, type Measured } from '../words/amount.ts'
import { inClaiming } from '../words/messages/claiming.ts'
import { clockTime } from '../words/time.ts'

/** What a rule observed of a wallet, and what it requires. */
export interface CheckWords {
  readonly seen: string
  readonly needed: string
  /** Null if nothing could be read. */
  readonly time: string | null
}

type Fact = RuleCheckFragment['facts'][number]

/** Facts whose number means yes or no. */
const YES_OR_NO: ReadonlySet<string> = new Set(['listed', 'claims_on_drop'])

const NEEDED = {
  '>=': 'needAtLeast',
  '>': 'needMore',
  '<=': 'needAtMost',
  '<': 'needLess',
  '==': 'needExactly',
  '!=': 'needOther',
} as const

/** Describes a check that uses one fact. Null if it uses several, because only the rule defines what they mean together. */
export function checkWords({ facts, needed, rule }: RuleCheckFragment, drop: Measured): CheckWords | null {
  const [fact] = facts
  if (facts.length > 1) return null
  const source = fact?.source ?? (isList(rule.key) ? 'listed' : null)
  if (source === null) return null
  const show = (value: string) => valueInWords({ source, subject: fact?.subject ?? '' }, value, drop)
  const [, operator = '', threshold = ''] = /^(\S+) (\d+)$/.exec(needed) ?? []
  const time = fact?.observedAt == null ? null : clockTime(fact.observedAt)
  return {
    seen: fact?.value == null ? inClaiming('notKnownValue') : show(fact.value),
    needed: isComparison(operator) ? neededWords(source, operator, threshold, show) : needed,
    time,
  }
}

const isList = (key: string): boolean => key.toLowerCase().replace(/[^a-z]/g, '') === 'walletallowlist'

const isComparison = (operator: string): operator is keyof typeof NEEDED => Object.hasOwn(NEEDED, operator)

function neededWords(
  source: string,
  operator: keyof typeof NEEDED,
  threshold: string,
  show: (value: string) => string,
): string {
  if (YES_OR_NO.has(source)) return inClaiming(threshold === '0' && operator === '==' ? 'no' : 'yes')
  return inClaiming(NEEDED[operator], { value: show(threshold) })
}

function valueInWords(
  { source, subject }: Pick<Fact, 'source' | 'subject'>,
  value: string,
  drop: Measured,
): string {
  if (YES_OR_NO.has(source)) return inClaiming(value === '0' ? 'no' : 'yes')
  if (source === 'account_age_days') return inClaiming('days', { count: Number(value) })
  if (source !== 'balance') return count(BigInt(value))
  if (subject === '') return amountInWords({ ...drop, type: 'TOKEN' }, value)
  if (SUI.test(subject)) return `${inWholeTokens(value, 9)} SUI`
  return inClaiming('baseUnits', { count: count(BigInt(value)), coin: subject.split('::').at(-1) ?? subject })
}

const SUI = /^0x0*2::sui::SUI$/

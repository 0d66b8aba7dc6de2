import type { ClaimableDropFragment, RuleCheckFragment } from '../api/generated/operations.ts'
import { kindOf, operatorOf, readBalance, sentenceOf } from '../dashboard/gating/rule-kinds.ts'
import type { Rule } from '../dashboard/gating/rules.ts'
import { amountInWords, count, inWholeTokens, type Measured } from '../words/amount.ts'
import { loadLanguage } from '../words/language.ts'
import { inClaiming } from '../words/messages/claiming.ts'
import { clockTime } from '../words/time.ts'

/** The words of rules are loaded with the parts of the page that show them, which wait for this before they are rendered. */
export const wordsLoaded = loadLanguage()

/** A requirement, as the server names it and as text for people. */
export interface Requirement {
  /** Its line in `missingRequirements`. */
  readonly line: string
  readonly words: string
  /** The rule, if it names another drop, or a coin that must be read to describe the rule. Otherwise null. */
  readonly named: Rule | null
}

const SUI = { coinType: '0x2::sui::SUI', symbol: 'SUI', decimals: 9 }

/** What a wallet must meet to claim. Empty if all wallets are admitted. */
export function requirementsOf({
  gatingConfig,
  token,
}: Pick<ClaimableDropFragment, 'gatingConfig'> & Pick<Measured, 'token'>): readonly Requirement[] {
  if (!gatingConfig?.isActive) return []
  return gatingConfig.rules.map((rule) => ({
    line: lineOf(rule),
    words: rule.description || listWords(rule) || sentenceOf(rule, { token, coins: [SUI] }),
    named: isNamed(rule) ? rule : null,
  }))
}

function isNamed({ description, key, value }: Rule): boolean {
  const kind = kindOf(key)?.key
  if (kind !== 'token_balance' || description) return kind === 'claimed_drop'
  const { coinType } = readBalance(value)
  return coinType !== null && coinType !== SUI.coinType
}

/** The line of a rule in `missingRequirements`. */
export const lineOf = ({ description, key, operator, value }: Rule): string =>
  description || `${key} ${operator} ${value}`

/** The dashboard calls it "your list", which is wrong for claimers. */
function listWords({ key, operator }: { readonly key: string; readonly operator: string }): string | null {
  if (kindOf(key)?.key !== 'wallet_allowlist') return null
  return operatorOf(operator) === 'in' ? inClaiming('onList') : inClaiming('notOnList')
}

/** What a rule observed of a wallet, and what it requires. */
export interface CheckWords {
  readonly seen: string
  readonly needed: string
  /** Null if nothing could be read. */
  readonly time: string | null
}

type Fact = RuleCheckFragment['facts'][number]

/** The coin type of SUI, also with leading zeros. */
const ANY_SUI = /^0x0*2::sui::SUI$/

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
  if (ANY_SUI.test(subject)) return `${inWholeTokens(value, 9)} SUI`
  return inClaiming('baseUnits', { count: count(BigInt(value)), coin: subject.split('::').at(-1) ?? subject })
}

import { inRules } from '../../words/messages/rules.ts'

const AMOUNT_OPERATORS = ['>=', '>', '<=', '<', '==', '!='] as const

/** Kinds of rules that people choose and read, in the order in which they are offered. Others are shown as they are written. */
export const KINDS = [
  { key: 'wallet_allowlist', operators: ['in', 'not_in'], first: { operator: 'in', value: '' } },
  { key: 'token_balance', operators: AMOUNT_OPERATORS, first: { operator: '>=', value: '' } },
  { key: 'nft_ownership', operators: AMOUNT_OPERATORS, first: { operator: '>=', value: ':1' } },
  { key: 'claimed_drop', operators: ['==', '!='], first: { operator: '==', value: '' } },
  { key: 'claim_count', operators: AMOUNT_OPERATORS, first: { operator: '<=', value: '0' } },
  { key: 'account_age_days', operators: AMOUNT_OPERATORS, first: { operator: '>=', value: '30' } },
] as const

export type RuleKind = (typeof KINDS)[number]
export type RuleKey = RuleKind['key']

const bare = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '')

/** The kind that a key names in any of its spellings. */
export const kindOf = (key: string): RuleKind | undefined =>
  KINDS.find((kind) => bare(kind.key) === bare(key))

/** Other spellings of operators that the service reads. */
const SPELLINGS: Readonly<Record<string, string>> = {
  '=': '==',
  eq: '==',
  neq: '!=',
  gte: '>=',
  gt: '>',
  lte: '<=',
  lt: '<',
  notin: 'not_in',
  in: 'in',
}

/** The one spelling of an operator in which it is offered. */
export const operatorOf = (operator: string): string =>
  SPELLINGS[operator.toLowerCase().replace(/[\s_-]/g, '')] ?? operator

const OPERATORS = {
  '>=': 'atLeast',
  '>': 'moreThan',
  '<=': 'atMost',
  '<': 'lessThan',
  '==': 'exactly',
  '!=': 'other',
  in: 'inList',
  not_in: 'notInList',
} as const

/** An operator as it stands in a sentence; in its one spelling. */
export const operatorInWords = (operator: string, key?: RuleKey): string => {
  if (key === 'claimed_drop') return inRules(operator === '==' ? 'claimedFrom' : 'notClaimedFrom')
  return isOperator(operator) ? inRules(OPERATORS[operator]) : operator
}

const isOperator = (text: string): text is keyof typeof OPERATORS => Object.hasOwn(OPERATORS, text)

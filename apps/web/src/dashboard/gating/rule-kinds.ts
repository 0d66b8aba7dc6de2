import { inGating } from '../../words/messages/gating.ts'
import { inRules } from '../../words/messages/rules.ts'

/** The name and explanation of each kind of rule. */
export const KIND_WORDS: Readonly<Record<RuleKey, { readonly name: string; readonly explanation: string }>> =
  {
    wallet_allowlist: { name: inGating('onAList'), explanation: inGating('onAListText') },
    token_balance: { name: inGating('holdsTokens'), explanation: inGating('holdsTokensText') },
    nft_ownership: { name: inGating('ownsNft'), explanation: inGating('ownsNftText') },
    claimed_drop: { name: inGating('claimedDrop'), explanation: inGating('claimedDropText') },
    claim_count: { name: inGating('claimCount'), explanation: inGating('claimCountText') },
    account_age_days: { name: inGating('accountAge'), explanation: inGating('accountAgeText') },
  }

const AMOUNT_OPERATORS = ['>=', '>', '<=', '<', '==', '!='] as const

/** The kinds of rules that the editor offers, in this order. Other kinds are shown in the API's notation. */
export const KINDS = [
  { key: 'wallet_allowlist', operators: ['in', 'not_in'], first: { operator: 'in', value: '' } },
  { key: 'token_balance', operators: AMOUNT_OPERATORS, first: { operator: '>=', value: '' } },
  { key: 'nft_ownership', operators: AMOUNT_OPERATORS, first: { operator: '>=', value: ':1' } },
  { key: 'claimed_drop', operators: ['==', '!='], first: { operator: '==', value: '' } },
  { key: 'claim_count', operators: AMOUNT_OPERATORS, first: { operator: '<=', value: '0' } },
  { key: 'account_age_days', operators: AMOUNT_OPERATORS, first: { operator: '>=', value: '30' } },
] as const

export type RuleKind = (typeof KINDS)[number]
type RuleKey = RuleKind['key']

const bare = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '')

/** The kind of a key, in any spelling. */
export const kindOf = (key: string): RuleKind | undefined =>
  KINDS.find((kind) => bare(kind.key) === bare(key))

/** Other spellings of operators that the server accepts. */
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

/** The canonical spelling of an operator. */
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

/** An operator in its canonical spelling, as words in a sentence. */
export const operatorInWords = (operator: string, key?: RuleKey): string => {
  if (key === 'claimed_drop') return inRules(operator === '==' ? 'claimedFrom' : 'notClaimedFrom')
  return isOperator(operator) ? inRules(OPERATORS[operator]) : operator
}

const isOperator = (text: string): text is keyof typeof OPERATORS => Object.hasOwn(OPERATORS, text)

import { isSameKey, readOperator } from '@dropkit/core/internal'
import { shortAddress } from '../../words/addresses.ts'
import { count, inWholeTokens } from '../../words/amount.ts'
import { messagesOf } from '../../words/language.ts'
import english from '../../words/messages/rules.json'
import type { Coin } from './rule-choices.ts'
import type { Rule } from './rules.ts'

const inRules = /* @__PURE__ */ messagesOf(english, () => import('../../words/messages/rules.json?de'))

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

/** The kind of a key, in any spelling. */
export const kindOf = (key: string): RuleKind | undefined => KINDS.find((kind) => isSameKey(kind.key, key))

/** The canonical spelling of an operator. */
export const operatorOf = (operator: string): string => readOperator(operator) ?? operator

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

/** The parts of a `token_balance` value. A null `coinType` means the drop's own token. */
interface BalanceValue {
  readonly coinType: string | null
  /** In base units. The text as typed if it is not a number. */
  readonly amount: string
}

export function readBalance(value: string): BalanceValue {
  const separator = value.search(/(?<!:):(?!:)/)
  if (separator !== -1) return { coinType: value.slice(0, separator), amount: value.slice(separator + 1) }
  // A coin without an amount yet.
  return value.includes('::') ? { coinType: value, amount: '' } : { coinType: null, amount: value }
}

export const writeBalance = ({ coinType, amount }: BalanceValue): string =>
  coinType === null ? amount : `${coinType}:${amount}`

/** The parts of an `nft_ownership` value. */
interface OwnershipValue {
  readonly type: string
  readonly count: string
}

export function readOwnership(value: string): OwnershipValue {
  const separator = value.search(/(?<!:):(?!:)(?=\d*\s*$)/)
  return separator === -1
    ? { type: value, count: '1' }
    : { type: value.slice(0, separator), count: value.slice(separator + 1) }
}

export const writeOwnership = ({ type, count }: OwnershipValue): string => `${type}:${count}`

/** A `wallet_allowlist` value: addresses in the value itself, or the URL of an uploaded list. */
type ListValue =
  | { readonly kind: 'inline'; readonly addresses: readonly string[] }
  | { readonly kind: 'file'; readonly url: string }

const FILE_PREFIX = 'file:'

export function readList(value: string): ListValue {
  const text = value.trim()
  if (text.startsWith(FILE_PREFIX)) return { kind: 'file', url: text.slice(FILE_PREFIX.length).trim() }
  const parts = text.split(',').map((part) => part.trim())
  return { kind: 'inline', addresses: parts.filter((part) => part !== '') }
}

export const writeList = (list: ListValue): string =>
  list.kind === 'file' ? `${FILE_PREFIX}${list.url}` : list.addresses.join(',')

/** What is needed to describe a rule in words. */
export interface Surroundings {
  readonly token: { readonly symbol: string; readonly decimals: number } | null
  readonly coins: readonly Coin[]
  /** Titles of known drops by id. */
  readonly drops?: ReadonlyMap<string, string>
}

/** Describes a rule in a sentence: `Holds at least 100 LEAF`. */
export function sentenceOf(rule: Rule, { token, coins, drops }: Surroundings): string {
  const kind = kindOf(rule.key)
  const written = operatorOf(rule.operator)
  if (!kind?.operators.some((known) => known === written)) return `${rule.key} ${rule.operator} ${rule.value}`
  const operator = operatorInWords(written)
  switch (kind.key) {
    case 'token_balance': {
      const { coinType, amount } = readBalance(rule.value)
      const coin = coinType === null ? token : coins.find((known) => known.coinType === coinType)
      if (!/^\d+$/.test(amount)) return inRules('holdsTokens')
      return inRules('holds', {
        operator,
        amount: coin
          ? `${inWholeTokens(amount, coin.decimals)} ${coin.symbol}`
          : inRules('baseUnits', {
              amount: count(BigInt(amount)),
              coin: coinType === null ? inRules('thisToken') : lastPart(coinType),
            }),
      })
    }
    case 'nft_ownership': {
      const { type, count: pieces } = readOwnership(rule.value)
      return inRules('owns', { operator, count: pieces, collection: lastPart(type) || inRules('collection') })
    }
    case 'wallet_allowlist':
      return inRules(operatorOf(rule.operator) === 'in' ? 'isOnList' : 'isNotOnList')
    case 'claimed_drop':
      return inRules(operatorOf(rule.operator) === '==' ? 'hasClaimed' : 'hasNotClaimed', {
        drop: nameOf(rule.value, drops),
      })
    case 'claim_count':
      return inRules('claims', { operator, count: rule.value, isOne: String(rule.value === '1') })
    case 'account_age_days':
      return inRules('accountAge', { operator, count: rule.value, isOne: String(rule.value === '1') })
  }
}

const nameOf = (dropId: string, drops: Surroundings['drops']): string => {
  const title = drops?.get(dropId)
  if (title !== undefined) return `“${title}”`
  return /^drop_0*$|^$/.test(dropId)
    ? inRules('anotherDrop')
    : inRules('theDrop', { id: shortAddress(dropId) })
}

const lastPart = (type: string): string => type.split('::').at(-1) ?? type

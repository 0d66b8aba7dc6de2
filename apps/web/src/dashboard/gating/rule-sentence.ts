import { shortAddress } from '../../words/addresses.ts'
import { count, inWholeTokens } from '../../words/amount.ts'
import { inRules } from '../../words/messages/rules.ts'
import type { Coin } from './rule-choices.ts'
import { kindOf, operatorInWords, operatorOf } from './rule-kinds.ts'
import { readBalance, readOwnership } from './rule-values.ts'
import type { Rule } from './rules.ts'

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

/** The rules as they are sent. A rule without a description gets a generated one, so that claimers read words. */
export const describedRules = (rules: readonly Rule[], surroundings: Surroundings): readonly Rule[] =>
  rules.map(({ key, operator, value, description }) => {
    const rule = { key, operator, value, description }
    return { ...rule, description: description ?? sentenceOf(rule, surroundings) }
  })

/** The description that the creator wrote. Null if it is the generated one. */
export const ownDescription = (rule: Rule, surroundings: Surroundings): string | null =>
  rule.description === sentenceOf(rule, surroundings) ? null : rule.description

const nameOf = (dropId: string, drops: Surroundings['drops']): string => {
  const title = drops?.get(dropId)
  if (title !== undefined) return `“${title}”`
  return /^drop_0*$|^$/.test(dropId)
    ? inRules('anotherDrop')
    : inRules('theDrop', { id: shortAddress(dropId) })
}

const lastPart = (type: string): string => type.split('::').at(-1) ?? type

import { count, inWholeTokens } from '../../words/amount.ts'
import { shortAddress } from '../../words/short-address.ts'
import type { Coin } from './coins.ts'
import { kindOf, operatorOf } from './rule-kinds.ts'
import { readBalance, readOwnership } from './rule-values.ts'
import type { Rule } from './rules.ts'

/** What has to be known to say a rule in words. */
export interface Surroundings {
  readonly token: { readonly symbol: string; readonly decimals: number } | null
  readonly coins: readonly Coin[]
  /** Titles of known drops by their id. */
  readonly drops?: ReadonlyMap<string, string>
}

/** A rule as one would tell it: `Holds at least 100 LEAF`. */
export function sentenceOf(rule: Rule, { token, coins, drops }: Surroundings): string {
  const kind = kindOf(rule.key)
  const operator = kind?.operators.find(({ value }) => value === operatorOf(rule.operator))?.label
  if (!kind || operator === undefined) return `${rule.key} ${rule.operator} ${rule.value}`
  switch (kind.key) {
    case 'token_balance': {
      const { coinType, amount } = readBalance(rule.value)
      const coin = coinType === null ? token : coins.find((known) => known.coinType === coinType)
      if (!/^\d+$/.test(amount)) return 'Holds tokens'
      return coin
        ? `Holds ${operator} ${inWholeTokens(amount, coin.decimals)} ${coin.symbol}`
        : `Holds ${operator} ${count(BigInt(amount))} base units of ${coinType === null ? 'this token' : lastPart(coinType)}`
    }
    case 'nft_ownership': {
      const { type, count: pieces } = readOwnership(rule.value)
      return `Owns ${operator} ${pieces} of ${lastPart(type) || 'a collection'}`
    }
    case 'wallet_allowlist':
      return operator === 'is on the list' ? 'Is on the list' : 'Is not on the list'
    case 'claimed_drop':
      return `${operator === 'has claimed from' ? 'Has claimed' : 'Has not claimed'} from ${nameOf(rule.value, drops)}`
    case 'claim_count':
      return `Has ${operator} ${rule.value} confirmed ${rule.value === '1' ? 'claim' : 'claims'} here`
    default:
      return `Has been here for ${operator} ${rule.value} ${rule.value === '1' ? 'day' : 'days'}`
  }
}

/** The rules as they are sent: what nobody has described says what it asks for, so that claimers read words. */
export const describedRules = (rules: readonly Rule[], surroundings: Surroundings): readonly Rule[] =>
  rules.map(({ key, operator, value, description }) => {
    const rule = { key, operator, value, description }
    return { ...rule, description: description ?? sentenceOf(rule, surroundings) }
  })

/** What its author wrote about a rule; null where it says by itself what it asks for. */
export const ownDescription = (rule: Rule, surroundings: Surroundings): string | null =>
  rule.description === sentenceOf(rule, surroundings) ? null : rule.description

const nameOf = (dropId: string, drops: Surroundings['drops']): string => {
  const title = drops?.get(dropId)
  if (title !== undefined) return `“${title}”`
  return /^drop_0*$|^$/.test(dropId) ? 'another drop' : `the drop ${shortAddress(dropId)}`
}

const lastPart = (type: string): string => type.split('::').at(-1) ?? type

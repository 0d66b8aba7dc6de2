import { MAX_RULES, parseRules } from '@dropkit/core/internal'
import { inGating } from '../../words/messages/gating.ts'
import { inputWords } from '../../words/reason-words.ts'
import { kindOf } from './rule-kinds.ts'
import { readBalance, readOwnership } from './rule-values.ts'

/** One rule, in the API's format. */
export interface Rule {
  readonly key: string
  readonly operator: string
  readonly value: string
  readonly description: string | null
}

/** Who may claim. If the rules are not active, all wallets are admitted. */
export interface Gating {
  readonly isActive: boolean
  readonly rules: readonly Rule[]
}

export const NO_RULES: Gating = { isActive: true, rules: [] }

/** Error messages by the API's field name: `rules[0].value`. Empty if the rules are valid. */
export type RuleErrors = Readonly<Record<string, string>>

const COIN_TYPE = /^0x[0-9a-f]{1,64}::[a-z]\w*::[a-z]\w*(?:<.+>)?$/i
const WHOLE_NUMBER = /^\d{1,20}$/

/** The error message for a rule's value, for users who do not program. Undefined if there is none. */
function rulePlainly({ key, value }: Pick<Rule, 'key' | 'value'>): string | undefined {
  switch (kindOf(key)?.key) {
    case 'token_balance': {
      const { coinType, amount } = readBalance(value)
      if (coinType !== null && !COIN_TYPE.test(coinType)) return inGating('enterCoinTypeSuch')
      return WHOLE_NUMBER.test(amount) ? undefined : inGating('enterHowMuchWallet')
    }
    case 'nft_ownership': {
      const { type, count } = readOwnership(value)
      if (!COIN_TYPE.test(type) || type === '0x2::example::Member')
        return inGating('enterCollectionsTypeSuch')
      return WHOLE_NUMBER.test(count) ? undefined : inGating('enterHowManyAs')
    }
    case 'wallet_allowlist':
      return value.trim() === '' ? inGating('listIsEmptyEnter') : undefined
    case 'claim_count':
      return WHOLE_NUMBER.test(value) ? undefined : inGating('enterHowManyClaims')
    case 'account_age_days':
      return WHOLE_NUMBER.test(value) ? undefined : inGating('enterHowManyDays')
    case 'claimed_drop':
      return /^drop_[0-9a-f]{32}$/.test(value) && !/^drop_0+$/.test(value)
        ? undefined
        : inGating('chooseDropOrEnter')
    default:
      return undefined
  }
}

/**
 * The errors that the server would report, found before the request. Only the server knows whether there is a rule kind that
 * is not built in.
 */
export function ruleErrors(rules: readonly Rule[]): RuleErrors {
  if (rules.length > MAX_RULES) return { rules: inGating('atMostMaxRules', { MAX_RULES }) }
  const errors: Record<string, string> = {}
  rules.forEach((rule, index) => {
    if (kindOf(rule.key) === undefined) return
    const plainly = rulePlainly(rule)
    const parsed = parseRules([rule])
    if (plainly !== undefined) errors[`rules[${index}].value`] = plainly
    else if (!parsed.ok && parsed.error.kind === 'bad_user_input')
      errors[parsed.error.field.replace('rules[0]', `rules[${index}]`)] = inputWords(parsed.error)
  })
  return errors
}

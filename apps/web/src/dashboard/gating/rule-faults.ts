import { inGating } from '../../words/messages/gating.ts'
import { kindOf } from './rule-kinds.ts'
import { readBalance, readOwnership } from './rule-values.ts'
import type { Rule } from './rules.ts'

const COIN_TYPE = /^0x[0-9a-f]{1,64}::[a-z]\w*::[a-z]\w*(?:<.+>)?$/i
const WHOLE_NUMBER = /^\d{1,20}$/

/** The error message for a rule's value, for users who do not program. Undefined if there is none. */
export function rulePlainly({ key, value }: Pick<Rule, 'key' | 'value'>): string | undefined {
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

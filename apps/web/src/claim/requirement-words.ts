import type { ClaimableDropFragment } from '../api/generated/operations.ts'
import type { Coin } from '../dashboard/gating/rule-choices.ts'
import { kindOf, operatorOf, readBalance, sentenceOf } from '../dashboard/gating/rule-kinds.ts'
import type { Rule } from '../dashboard/gating/rules.ts'
import { inClaim } from '../words/messages.ts'

/** A requirement, as the server names it and as text for people. */
export interface Requirement {
  /** Its line in `missingRequirements`. */
  readonly line: string
  readonly words: string
  /** The id of the other drop that it requires a claim from. */
  readonly dropId: string | null
}

export const SUI = { coinType: '0x2::sui::SUI', symbol: 'SUI', decimals: 9 }

/** What a wallet must meet to claim. `coins` are those whose amounts are described in whole coins. */
export const requirementsOf = (
  drop: Pick<ClaimableDropFragment, 'gatingConfig' | 'token'>,
  coins: readonly Coin[],
): readonly Requirement[] =>
  rulesOf(drop).map((rule) => ({
    line: lineOf(rule),
    words: rule.description || listWords(rule) || sentenceOf(rule, { token: drop.token, coins }),
    dropId: kindOf(rule.key)?.key === 'claimed_drop' ? rule.value : null,
  }))

export const rulesOf = ({ gatingConfig }: Pick<ClaimableDropFragment, 'gatingConfig'>): readonly Rule[] =>
  gatingConfig?.isActive ? gatingConfig.rules : []

/** Whether the words need the decimals of a coin that is neither the drop's own nor SUI. */
export function isAboutUnknownCoin({ description, key, value }: Rule): boolean {
  if (description || kindOf(key)?.key !== 'token_balance') return false
  const { coinType } = readBalance(value)
  return coinType !== null && coinType !== SUI.coinType
}

/** The line of a rule in `missingRequirements`. */
export const lineOf = ({ description, key, operator, value }: Rule): string =>
  description || `${key} ${operator} ${value}`

/** The dashboard calls it "your list", which is wrong for claimers. */
function listWords({ key, operator }: { readonly key: string; readonly operator: string }): string | null {
  if (kindOf(key)?.key !== 'wallet_allowlist') return null
  return operatorOf(operator) === 'in' ? inClaim('onList') : inClaim('notOnList')
}

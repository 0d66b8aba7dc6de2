import type { ClaimableDropFragment } from '../api/generated/operations.ts'
import { kindOf, operatorOf, readBalance, sentenceOf } from '../dashboard/gating/rule-kinds.ts'
import type { Rule } from '../dashboard/gating/rules.ts'
import type { Measured } from '../words/amount.ts'
import { loadLanguage } from '../words/language.ts'
import { inClaiming } from '../words/messages/claiming.ts'

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

import type { ClaimableDropFragment } from '../api/generated/operations.ts'
import { kindOf, operatorOf } from '../dashboard/gating/rule-kinds.ts'
import { sentenceOf } from '../dashboard/gating/rule-sentence.ts'
import type { Rule } from '../dashboard/gating/rules.ts'
import { inClaim } from '../words/messages.ts'

/** A condition, as the service names it and as one says it. */
export interface Requirement {
  /** How it stands in `missingRequirements`. */
  readonly line: string
  readonly words: string
  /** The other drop that it is about. */
  readonly dropId: string | null
}

const SUI = { coinType: '0x2::sui::SUI', symbol: 'SUI', decimals: 9 }

/** What a wallet must fulfil; none where everybody is let in. */
export function requirementsOf({
  gatingConfig,
  token,
}: Pick<ClaimableDropFragment, 'gatingConfig' | 'token'>): readonly Requirement[] {
  if (!gatingConfig?.isActive) return []
  return gatingConfig.rules.map((rule) => ({
    line: lineOf(rule),
    words: rule.description ?? listWords(rule) ?? sentenceOf(rule, { token, coins: [SUI] }),
    dropId: kindOf(rule.key)?.key === 'claimed_drop' ? rule.value : null,
  }))
}

/** How a rule stands in `missingRequirements`. */
export const lineOf = ({ description, key, operator, value }: Rule): string =>
  description ?? `${key} ${operator} ${value}`

/** The dashboard speaks of "your list" to its creator. */
function listWords({ key, operator }: { readonly key: string; readonly operator: string }): string | null {
  if (kindOf(key)?.key !== 'wallet_allowlist') return null
  return operatorOf(operator) === 'in' ? inClaim('onList') : inClaim('notOnList')
}

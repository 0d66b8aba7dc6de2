import { invariant } from '../invariant.ts'
import { badInput, type Refusal } from '../refusal.ts'
import { err, ok, type Result } from '../result.ts'
import { shownText } from '../shown-text.ts'
import { accountAge } from './account-age.ts'
import { claimCount } from './claim-count.ts'
import { claimedDrop } from './claimed-drop.ts'
import type { DescribedKind } from './described-kind.ts'
import type { GatingRule } from './gating.ts'
import { nftOwnership } from './nft-ownership.ts'
import { readOperator } from './operator.ts'
import { bareKey, isSameKey, type ReadRule, type RuleKind } from './rule-kind.ts'
import { tokenBalance } from './token-balance.ts'
import { walletAllowlist } from './wallet-allowlist.ts'

/** All built-in kinds of rules. */
export const RULE_KINDS: readonly DescribedKind[] = [
  tokenBalance,
  nftOwnership,
  walletAllowlist,
  claimCount,
  claimedDrop,
  accountAge,
]

/** Parses a rule. `field` names it in errors. */
export function readRule(
  rule: Pick<GatingRule, 'key' | 'operator' | 'value'>,
  field: string,
  kinds: readonly RuleKind[] = RULE_KINDS,
): Result<ReadRule, Refusal> {
  const kind = kinds.find(({ key }) => isSameKey(key, rule.key))
  if (!kind) {
    const known = kinds.map(({ key }) => key)
    return err(
      badInput(
        `${field}.key`,
        'UNKNOWN_VALUE',
        `There is no rule kind "${shownText(rule.key)}"; there are ${known.join(', ')}`,
        {
          known,
        },
      ),
    )
  }
  const operator = readOperator(rule.operator)
  if (!operator || !kind.operators.includes(operator)) {
    const known = kind.operators
    const message = `${kind.key} takes no operator "${shownText(rule.operator)}"; it takes ${known.join(' ')}`
    return err(badInput(`${field}.operator`, 'UNKNOWN_VALUE', message, { known }))
  }
  const read = kind.read(operator, rule.value)
  if (read.ok) return ok(read.value)
  const faults = read.error.map((fault) => (typeof fault === 'string' ? fault : fault.message))
  const [first] = read.error
  const { reason, details } = typeof first === 'object' ? first : { reason: 'WRONG_FORMAT' as const }
  const message = `${kind.key} takes ${kind.valueShape}: ${faults.join('; ')}`
  return err(badInput(`${field}.value`, reason, message, { ...details, faults }))
}

/** Throws if two kinds have the same key, because the second one would never be used. */
export function assertKindsDiffer(kinds: readonly RuleKind[]): void {
  const keys = kinds.map(({ key }) => bareKey(key))
  invariant(new Set(keys).size === keys.length, () => `rule kinds have keys of their own: ${keys.join(', ')}`)
}

import type { Address } from '../address.ts'
import type { Drop } from '../drop.ts'
import { invariant } from '../invariant.ts'
import { type GatingConfig, type GatingRule, PASS, type Verdict } from './gating.ts'
import { type FactRequest, type Facts, factKey, type ReadRule, type RuleKind } from './rule-kind.ts'
import { RULE_KINDS, readRule } from './rule-kinds.ts'

interface ReadConfig {
  readonly kinds: readonly RuleKind[]
  readonly rules: readonly GatingRule[]
  readonly read: readonly ReadRule[]
}

const MAX_READ_CONFIGS = 100
const readConfigs = new Map<GatingConfig['id'], ReadConfig>()

const areSame = (one: readonly GatingRule[], other: readonly GatingRule[]): boolean =>
  one === other ||
  (one.length === other.length &&
    one.every(({ key, operator, value }, index) => {
      const rule = other[index]
      return key === rule?.key && operator === rule.operator && value === rule.value
    }))

/** The rules of a config, parsed once per version. They parsed when they were stored, so they parse now. */
function readRules({ id, rules }: GatingConfig, kinds: readonly RuleKind[]): readonly ReadRule[] {
  const known = readConfigs.get(id)
  if (known?.kinds === kinds && areSame(known.rules, rules)) return known.read
  const read = rules.map((rule) => {
    const result = readRule(rule, 'rule', kinds)
    invariant(result.ok, `a kept rule does not parse: ${rule.key} ${rule.operator}`)
    return result.value
  })
  if (readConfigs.size >= MAX_READ_CONFIGS) readConfigs.clear()
  readConfigs.set(id, { kinds, rules, read })
  return read
}

/** Whether the drop asks anything of a wallet at all. */
const hasRules = (config: GatingConfig | null): config is GatingConfig =>
  config?.isActive === true && config.rules.length > 0

/** Everything that must be known of a wallet to judge it on this drop, each once. */
export function requestsFor(drop: Drop, kinds: readonly RuleKind[] = RULE_KINDS): readonly FactRequest[] {
  if (!hasRules(drop.gating)) return []
  const all = readRules(drop.gating, kinds).flatMap((rule) => rule.requests(drop))
  return [...new Map(all.map((request) => [factKey(request), request])).values()]
}

/**
 * What the drop's rules say of a wallet. All must pass. One that fails decides; one that could not be checked lets
 * nobody in and calls nobody ineligible. Without rules everybody passes, but an ELITE drop then admits nobody.
 */
export function judgeWallet(
  drop: Drop,
  wallet: Address,
  facts: Facts,
  kinds: readonly RuleKind[] = RULE_KINDS,
): Verdict {
  const config = drop.gating
  if (!hasRules(config)) return drop.claimType === 'ELITE' ? ELITE_WITHOUT_RULES : PASS
  const read = readRules(config, kinds)
  const failed: string[] = []
  const unknown: string[] = []
  config.rules.forEach((rule, index) => {
    const verdict = read[index]?.judge(wallet, facts, drop)
    if (verdict === 'fail') failed.push(describe(rule))
    else if (verdict !== 'pass') unknown.push(describe(rule))
  })
  const [firstFailed] = failed
  if (firstFailed !== undefined) return { kind: 'fail', reason: firstFailed, missingRequirements: failed }
  const [firstUnknown] = unknown
  return firstUnknown === undefined ? PASS : { kind: 'unknown', reason: firstUnknown }
}

const ELITE_REASON = 'an ELITE drop admits nobody until it has active gating rules'
const ELITE_WITHOUT_RULES: Verdict = {
  kind: 'fail',
  reason: ELITE_REASON,
  missingRequirements: [ELITE_REASON],
}

const describe = ({ description, key, operator, value }: GatingRule): string =>
  description ?? `${key} ${operator} ${value}`

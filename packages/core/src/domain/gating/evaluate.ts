import type { Address } from '../address.ts'
import type { Drop } from '../drop.ts'
import { type GatingConfig, type GatingRule, PASS, type Verdict } from './gating.ts'
import {
  EXEMPTED,
  type FactRequest,
  type Facts,
  factKey,
  type ObservedFact,
  type ReadRule,
  type RuleCheck,
  type RuleKind,
} from './rule-kind.ts'
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

/**
 * A rule of a kind that this server does not have, because an extension or a setting is missing, or with a value that only
 * an earlier release accepted. Its result is unknown, so no wallet passes and none is called ineligible.
 */
const UNREADABLE: ReadRule = { requests: () => [], judge: () => 'unknown' }

/** The rules of a config, parsed once per version. */
function readRules({ id, rules }: GatingConfig, kinds: readonly RuleKind[]): readonly ReadRule[] {
  const known = readConfigs.get(id)
  if (known?.kinds === kinds && areSame(known.rules, rules)) return known.read
  const read = rules.map((rule) => {
    const result = readRule(rule, 'rule', kinds)
    return result.ok ? result.value : UNREADABLE
  })
  if (readConfigs.size >= MAX_READ_CONFIGS) readConfigs.clear()
  readConfigs.set(id, { kinds, rules, read })
  return read
}

/** Whether the drop has active rules. */
const hasRules = (config: GatingConfig | null): config is GatingConfig =>
  config?.isActive === true && config.rules.length > 0

/** The facts that are needed to judge a wallet on this drop, each once. */
export function requestsFor(drop: Drop, kinds: readonly RuleKind[] = RULE_KINDS): readonly FactRequest[] {
  if (!hasRules(drop.gating)) return []
  const ofRules = readRules(drop.gating, kinds).flatMap((rule) => rule.requests(drop))
  const all = drop.exemptionCount > 0 ? [...ofRules, EXEMPTED] : ofRules
  return [...new Map(all.map((request) => [factKey(request), request])).values()]
}

/**
 * Judges a wallet by the drop's rules, all of which must pass. If one fails, the wallet is not eligible. Otherwise, if one
 * could not be checked, the result is unknown. Without rules every wallet passes, except on an ELITE drop, which then
 * admits none. An exempted wallet always passes, even while facts cannot be read.
 */
export function judgeWallet(
  drop: Drop,
  wallet: Address,
  facts: Facts,
  kinds: readonly RuleKind[] = RULE_KINDS,
): Verdict {
  const config = drop.gating
  if (!hasRules(config)) return drop.claimType === 'ELITE' ? ELITE_WITHOUT_RULES : PASS
  if (isExempt(drop, facts)) return PASS
  const read = readRules(config, kinds)
  const failed: string[] = []
  const unknown: string[] = []
  config.rules.forEach((rule, index) => {
    const verdict = read[index]?.judge(wallet, facts, drop)
    if (verdict === 'fail') failed.push(describe(rule))
    else if (verdict !== 'pass') unknown.push(describe(rule))
  })
  const [firstFailed] = failed
  if (firstFailed !== undefined) {
    const checks = checkRules(drop, wallet, facts, kinds)
    return { kind: 'fail', reason: firstFailed, missingRequirements: failed, checks }
  }
  const [firstUnknown] = unknown
  return firstUnknown === undefined ? PASS : { kind: 'unknown', reason: firstUnknown }
}

const ELITE_REASON = 'an ELITE drop admits no wallet until it has active gating rules'
const ELITE_WITHOUT_RULES: Verdict = {
  kind: 'fail',
  reason: ELITE_REASON,
  missingRequirements: [ELITE_REASON],
  checks: [],
}

/** Whether the drop's owner has exempted the wallet from the rules. */
export const isExempt = (drop: Pick<Drop, 'exemptionCount'>, facts: Facts): boolean =>
  drop.exemptionCount > 0 && facts(EXEMPTED) === 1n

/** The result of each rule for a wallet, with the facts that decided it. Empty for a drop without active rules. */
export function checkRules(
  drop: Drop,
  wallet: Address,
  facts: Facts,
  kinds: readonly RuleKind[] = RULE_KINDS,
): readonly RuleCheck[] {
  const config = drop.gating
  if (!hasRules(config)) return []
  return readRules(config, kinds).flatMap((read, index) => {
    const rule = config.rules[index]
    return rule ? [checkOf(rule, read, { drop, wallet, facts })] : []
  })
}

interface Subject {
  readonly drop: Drop
  readonly wallet: Address
  readonly facts: Facts
}

function checkOf(rule: GatingRule, read: ReadRule, { drop, wallet, facts }: Subject): RuleCheck {
  const observed = read.requests(drop).map((request): ObservedFact => {
    const value = facts(request) ?? null
    return { ...request, value, at: value === null ? null : (facts.observedAt?.(request) ?? null) }
  })
  const ownValue = read.observe?.(wallet)
  const ofRule: ObservedFact[] =
    ownValue === undefined
      ? []
      : [{ source: 'listed', subject: '', value: ownValue, at: drop.gating?.updatedAt ?? null }]
  return {
    rule,
    verdict: read.judge(wallet, facts, drop),
    needed: read.needed ?? `${rule.operator} ${rule.value}`,
    facts: [...observed, ...ofRule],
  }
}

const describe = ({ description, key, operator, value }: GatingRule): string =>
  description || `${key} ${operator} ${value}`

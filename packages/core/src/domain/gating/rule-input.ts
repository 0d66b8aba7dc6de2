import { badInput, type Refusal } from '../refusal.ts'
import { err, ok, type Result } from '../result.ts'
import { noTextRefusal, parseText } from '../text.ts'
import type { GatingRule } from './gating.ts'
import type { RuleKind } from './rule-kind.ts'
import { RULE_KINDS, readRule } from './rule-kinds.ts'

/** A condition on who may claim, as its author writes it: `RULE_KINDS` says which there are. */
export interface GatingRuleInput {
  readonly key: string
  readonly operator: string
  readonly value: string
  /** What a wallet is told that does not meet it; the condition itself when left out. */
  readonly description?: string | null | undefined
}

/** Most rules that one drop may have. */
export const MAX_RULES = 20

const MAX_DESCRIPTION_LENGTH = 500

/** Reads all rules of a drop, as they are kept. Refused by the field that is wrong, such as `rules[2].value`. */
export function parseRules(
  inputs: readonly GatingRuleInput[],
  kinds: readonly RuleKind[] = RULE_KINDS,
): Result<readonly GatingRule[], Refusal> {
  if (!Array.isArray(inputs)) return err(badInput('rules', 'rules must be a list of rules'))
  if (inputs.length > MAX_RULES) {
    return err(badInput('rules', `A config may have at most ${MAX_RULES} rules, ${inputs.length} were given`))
  }
  const rules: GatingRule[] = []
  for (const [index, input] of inputs.entries()) {
    const field = `rules[${index}]`
    if (typeof input !== 'object' || input === null) return err(badInput(field, `${field} must be a rule`))
    const { key, operator, value } = input
    const noText =
      noTextRefusal(key, `${field}.key`) ??
      noTextRefusal(operator, `${field}.operator`) ??
      noTextRefusal(value, `${field}.value`)
    if (noText) return err(noText)
    const description =
      input.description == null
        ? ok(null)
        : parseText(input.description, `${field}.description`, { min: 0, max: MAX_DESCRIPTION_LENGTH })
    if (!description.ok) return description
    const rule: GatingRule = { key, operator, value, description: description.value }
    const read = readRule(rule, field, kinds)
    if (!read.ok) return read
    rules.push(rule)
  }
  return ok(rules)
}

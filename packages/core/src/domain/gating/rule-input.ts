import { badInput, type Refusal } from '../refusal.ts'
import { err, ok, type Result } from '../result.ts'
import { noTextRefusal, parseText } from '../text.ts'
import type { GatingRule } from './gating.ts'
import type { RuleKind } from './rule-kind.ts'
import { RULE_KINDS, readRule } from './rule-kinds.ts'
import { largeInlineList, MAX_INLINE_LIST_LENGTH } from './wallet-allowlist.ts'

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

/** The most characters of a rule's value. A larger list of wallets is stored apart from its rule. */
export const MAX_RULE_VALUE_LENGTH = 65_536

/** The most characters of the values of all rules of a config together: they are loaded with every claim. */
export const MAX_RULE_VALUES_LENGTH = 131_072

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
    const tooLong = valueTooLong({ key, value }, `${field}.value`)
    if (tooLong) return err(tooLong)
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

/** Checked before the value is read, so that a refusal costs nothing. */
function valueTooLong({ key, value }: Pick<GatingRule, 'key' | 'value'>, field: string): Refusal | undefined {
  if (value.length <= MAX_RULE_VALUE_LENGTH) return undefined
  const isList =
    value.length <= MAX_INLINE_LIST_LENGTH && largeInlineList({ key, value }, MAX_RULE_VALUE_LENGTH)
  if (isList) return undefined
  return badInput(
    field,
    `${field} has ${value.length} characters; at most ${MAX_RULE_VALUE_LENGTH} are allowed, and ${MAX_INLINE_LIST_LENGTH} for a list of wallets. Upload a larger list with uploadFile, and name it as "file:<url>"`,
    { limit: 'ruleValueCharacters', value: MAX_RULE_VALUE_LENGTH, asked: value.length },
  )
}

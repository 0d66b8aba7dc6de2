import { badInput, type Refusal } from '../refusal.ts'
import { err, ok, type Result } from '../result.ts'
import { allAtOnce, type Slices } from '../slices.ts'
import { noTextRefusal, parseText } from '../text.ts'
import type { GatingRule } from './gating.ts'
import type { RuleKind } from './rule-kind.ts'
import { findKind, RULE_KINDS, readRule, refusalOfValue } from './rule-kinds.ts'
import { isLargeInlineList, MAX_INLINE_LIST_LENGTH, readInlineList } from './wallet-allowlist.ts'

/** A condition for claiming, as its author writes it. `RULE_KINDS` lists the built-in kinds. */
export interface GatingRuleInput {
  readonly key: string
  readonly operator: string
  readonly value: string
  /** The text for a wallet that does not meet the condition. Default: the condition itself. */
  readonly description?: string | null | undefined
}

/** The largest number of rules on one drop. */
export const MAX_RULES = 20

/** The largest length of a rule's value, in characters. A longer list of wallets is stored separately from its rule. */
export const MAX_RULE_VALUE_LENGTH = 65_536

/** The largest total length of all values of a config, in characters, because every claim loads them. */
export const MAX_RULE_VALUES_LENGTH = 131_072

const MAX_DESCRIPTION_LENGTH = 500

/** A list of wallets may have line breaks and tabs. */
const CONTROL = /[^\P{Cc}\t\r\n]/u

/** Parses all rules of a drop. A refusal names the wrong field, such as `rules[2].value`. */
export const parseRules = (
  inputs: readonly GatingRuleInput[],
  kinds: readonly RuleKind[] = RULE_KINDS,
): Result<readonly GatingRule[], Refusal> => allAtOnce(parseRulesInSlices(inputs, kinds))

/** Does the same in slices. */
export function* parseRulesInSlices(
  inputs: readonly GatingRuleInput[],
  kinds: readonly RuleKind[] = RULE_KINDS,
): Slices<Result<readonly GatingRule[], Refusal>> {
  if (!Array.isArray(inputs)) return err(badInput('rules', 'WRONG_TYPE', 'rules must be a list of rules'))
  if (inputs.length > MAX_RULES) {
    return err(
      badInput(
        'rules',
        'TOO_MANY',
        `A config may have at most ${MAX_RULES} rules, ${inputs.length} were given`,
        { most: MAX_RULES },
      ),
    )
  }
  const rules: GatingRule[] = []
  for (const [index, input] of inputs.entries()) {
    const field = `rules[${index}]`
    if (index > 0) yield
    if (typeof input !== 'object' || input === null)
      return err(badInput(field, 'WRONG_TYPE', `${field} must be a rule`))
    const { key, operator, value } = input
    const noText =
      noTextRefusal(key, `${field}.key`) ??
      noTextRefusal(operator, `${field}.operator`) ??
      noTextRefusal(value, `${field}.value`)
    if (noText) return err(noText)
    const tooLong = valueTooLong({ key, value }, `${field}.value`)
    if (tooLong) return err(tooLong)
    const unprintable = Object.entries({ key, operator, value }).find(([, text]) => CONTROL.test(text))
    if (unprintable) {
      const place = `${field}.${unprintable[0]}`
      return err(badInput(place, 'CONTROL_CHARACTERS', `${place} may not hold control characters`))
    }
    const description =
      input.description == null
        ? ok(null)
        : parseText(input.description, `${field}.description`, { min: 0, max: MAX_DESCRIPTION_LENGTH })
    if (!description.ok) return description
    const rule: GatingRule = { key, operator, value, description: description.value }
    const found = findKind(rule, field, kinds)
    if (!found.ok) return found
    if (isLargeInlineList(rule, MAX_RULE_VALUE_LENGTH)) {
      const errors = yield* readInlineList(value)
      if (errors.length > 0) return err(refusalOfValue(found.value.kind, errors, field))
    } else {
      const read = readRule(rule, field, kinds)
      if (!read.ok) return read
    }
    rules.push(rule)
  }
  return ok(rules)
}

/** Runs before the value is parsed, so that refusing a long value costs nothing. */
function valueTooLong({ key, value }: Pick<GatingRule, 'key' | 'value'>, field: string): Refusal | undefined {
  if (value.length <= MAX_RULE_VALUE_LENGTH) return undefined
  const isList =
    value.length <= MAX_INLINE_LIST_LENGTH && isLargeInlineList({ key, value }, MAX_RULE_VALUE_LENGTH)
  if (isList) return undefined
  return badInput(
    field,
    'TOO_LONG',
    `${field} has ${value.length} characters; at most ${MAX_RULE_VALUE_LENGTH} are allowed, and ${MAX_INLINE_LIST_LENGTH} for a list of wallets. Upload a larger list with uploadFile, and name it as "file:<url>"`,
    { limit: 'ruleValueCharacters', value: MAX_RULE_VALUE_LENGTH, asked: value.length },
  )
}

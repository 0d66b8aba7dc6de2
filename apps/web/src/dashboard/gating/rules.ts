import { parseAddress } from '@dropkit/core'
import { MAX_RULES, normalizeType, parseRules } from '@dropkit/core/internal'
import { inForms } from '../../words/messages/forms.ts'
import { inputWords } from '../../words/reason-words.ts'
import { kindOf, readBalance, readOwnership } from './rule-kinds.ts'

/** One rule, in the API's format. */
export interface Rule {
  readonly key: string
  readonly operator: string
  readonly value: string
  readonly description: string | null
}

/** A rule in the editor. */
export interface EditedRule extends Rule {
  /** Whether the user typed the description in this editor. Others may describe an earlier value of the rule. */
  readonly isDescriptionTyped?: boolean
}

/** Who may claim. If the rules are not active, all wallets are admitted. */
export interface Gating {
  readonly isActive: boolean
  readonly rules: readonly EditedRule[]
}

/** A rule after a change. A new key, operator or value removes a description that the user did not type in this editor. */
export const changedRule = (rule: EditedRule, part: Partial<Rule>): EditedRule =>
  part.description !== undefined
    ? { ...rule, ...part, isDescriptionTyped: true }
    : { ...rule, ...part, description: rule.isDescriptionTyped ? rule.description : null }

/**
 * The rules as they are sent. A rule without a description stays without one: pages describe it in the language of their
 * visitor.
 */
export const sentRules = (rules: readonly Rule[]): readonly Rule[] =>
  rules.map(({ key, operator, value, description }) => ({
    key,
    operator,
    value,
    description: description || null,
  }))

export const NO_RULES: Gating = { isActive: true, rules: [] }

/** Error messages by the API's field name: `rules[0].value`. Empty if the rules are valid. */
export type RuleErrors = Readonly<Record<string, string>>

const WHOLE_NUMBER = /^\d{1,20}$/

/** The error message for a rule's value, for users who do not program. Undefined if there is none. */
function rulePlainly({ key, value }: Pick<Rule, 'key' | 'value'>): string | undefined {
  switch (kindOf(key)?.key) {
    case 'token_balance': {
      const { coinType, amount } = readBalance(value)
      if (coinType !== null && normalizeType(coinType) === undefined) return inForms('enterCoinTypeSuch')
      return WHOLE_NUMBER.test(amount) ? undefined : inForms('enterHowMuchWallet')
    }
    case 'nft_ownership': {
      const { type, count } = readOwnership(value)
      if (normalizeType(type) === undefined || type === '0x2::example::Member')
        return inForms('enterCollectionsTypeSuch')
      return WHOLE_NUMBER.test(count) ? undefined : inForms('enterHowManyAs')
    }
    case 'wallet_allowlist':
      return value.trim() === '' ? inForms('listIsEmptyEnter') : undefined
    case 'claim_count':
      return WHOLE_NUMBER.test(value) ? undefined : inForms('enterHowManyClaims')
    case 'account_age_days':
      return WHOLE_NUMBER.test(value) ? undefined : inForms('enterHowManyDays')
    case 'claimed_drop':
      return /^drop_[0-9a-f]{32}$/.test(value) && !/^drop_0+$/.test(value)
        ? undefined
        : inForms('chooseDropOrEnter')
    default:
      return undefined
  }
}

/**
 * The errors that the server would report, found before the request. Only the server knows whether there is a rule kind that
 * is not built in.
 */
export function ruleErrors(rules: readonly Rule[]): RuleErrors {
  if (rules.length > MAX_RULES) return { rules: inForms('atMostMaxRules', { MAX_RULES }) }
  const errors: Record<string, string> = {}
  rules.forEach((rule, index) => {
    if (kindOf(rule.key) === undefined) return
    const plainly = rulePlainly(rule)
    const parsed = parseRules([rule])
    if (plainly !== undefined) errors[`rules[${index}].value`] = plainly
    else if (!parsed.ok && parsed.error.kind === 'bad_user_input')
      errors[parsed.error.field.replace('rules[0]', `rules[${index}]`)] = inputWords(parsed.error)
  })
  return errors
}

/** The content of a list of wallets. Lines count from 1. */
export interface WalletLines {
  /** In normal form, without duplicates, in the order of the list. */
  readonly addresses: readonly string[]
  readonly duplicates: readonly number[]
  readonly errors: readonly { readonly line: number; readonly text: string }[]
}

const HEADING = /^(?:address|wallet|wallet_?address|user_?address)$/i
const MAX_SHOWN_LENGTH = 40

/**
 * Reads addresses from pasted text or a file: one per line, or a CSV with the addresses in the first column, with or
 * without a heading. The server reads lists by the same rule.
 */
export function readWalletLines(text: string): WalletLines {
  const addresses = new Set<string>()
  const duplicates: number[] = []
  const errors: { line: number; text: string }[] = []
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/)
  lines.forEach((line, index) => {
    const first = (line.split(/[,;\t]/)[0] ?? '').trim().replace(/^"(.*)"$/, '$1')
    if (first === '' || (index === 0 && HEADING.test(first))) return
    const address = parseAddress(first, 'line')
    if (!address.ok) errors.push({ line: index + 1, text: first.slice(0, MAX_SHOWN_LENGTH) })
    else if (addresses.has(address.value)) duplicates.push(index + 1)
    else addresses.add(address.value)
  })
  return { addresses: [...addresses], duplicates, errors }
}

/** Line numbers as text, shortened after `most`: `3, 7, 12 and 4 more`. */
export function lineNumbers(lines: readonly number[], most = 8): string {
  const shown = lines.slice(0, most).join(', ')
  return lines.length > most ? inForms('linesAndMore', { lines: shown, count: lines.length - most }) : shown
}

import { messageOf } from '@dropkit/core'
import { MAX_RULES, readRule } from '@dropkit/core/internal'
import { inGating } from '../../words/messages/gating.ts'
import { rulePlainly } from './rule-faults.ts'

/** One rule, in the API's format. */
export interface Rule {
  readonly key: string
  readonly operator: string
  readonly value: string
  readonly description: string | null
}

/** Who may claim. If the rules are not active, all wallets are admitted. */
export interface Gating {
  readonly isActive: boolean
  readonly rules: readonly Rule[]
}

export const NO_RULES: Gating = { isActive: true, rules: [] }

/** Error messages by the API's field name: `rules[0].value`. Empty if the rules are valid. */
export type RuleFaults = Readonly<Record<string, string>>

/** The errors that the server would report, found before the request. */
export function faultsOfRules(rules: readonly Rule[]): RuleFaults {
  if (rules.length > MAX_RULES) return { rules: inGating('atMostMaxRules', { MAX_RULES }) }
  const faults: Record<string, string> = {}
  rules.forEach((rule, index) => {
    const plainly = rulePlainly(rule)
    const read = readRule(rule, `rules[${index}]`)
    if (plainly !== undefined) faults[`rules[${index}].value`] = plainly
    else if (!read.ok && read.error.kind === 'bad_user_input')
      faults[read.error.field] = messageOf(read.error)
  })
  return faults
}

import { messageOf } from '@dropkit/core'
import { MAX_RULES, readRule } from '@dropkit/core/internal'
import { inGating } from '../../words/messages/gating.ts'
import { rulePlainly } from './rule-faults.ts'

/** One condition, as the API has it. */
export interface Rule {
  readonly key: string
  readonly operator: string
  readonly value: string
  readonly description: string | null
}

/** Who may claim. Rules that are not active admit everybody. */
export interface Gating {
  readonly isActive: boolean
  readonly rules: readonly Rule[]
}

export const NO_RULES: Gating = { isActive: true, rules: [] }

/** By field, as the API names it: `rules[0].value` → what is wrong there, in words. Nothing in it: it can be saved. */
export type RuleFaults = Readonly<Record<string, string>>

/** What the service would refuse, found before it is asked. */
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

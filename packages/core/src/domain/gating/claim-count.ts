import { err, ok } from '../result.ts'
import { COMPARISONS } from './operator.ts'
import type { RuleKind } from './rule-kind.ts'
import { readWholeNumber, thresholdRule } from './threshold-rule.ts'

/** How many confirmed claims the wallet has on this very drop. */
export const claimCount: RuleKind = {
  key: 'claim_count',
  operators: COMPARISONS,
  valueShape: 'a whole number',
  read: (operator, value) => {
    const threshold = readWholeNumber(value)
    if (threshold === undefined) return err([`"${value}" is no whole number`])
    return ok(thresholdRule({ source: 'confirmed_claims', subject: '' }, operator, threshold))
  },
}

import { err, ok } from '../result.ts'
import { COMPARISONS } from './operator.ts'
import type { RuleKind } from './rule-kind.ts'
import { readWholeNumber, thresholdRule } from './threshold-rule.ts'

/** For how many whole days the user with this wallet has been here. */
export const accountAge: RuleKind = {
  key: 'account_age_days',
  operators: COMPARISONS,
  valueShape: 'a whole number of days',
  read: (operator, value) => {
    const threshold = readWholeNumber(value)
    if (threshold === undefined) return err([`"${value}" is no whole number of days`])
    return ok(thresholdRule({ source: 'account_age_days', subject: '' }, operator, threshold))
  },
}

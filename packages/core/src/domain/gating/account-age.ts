import { err, ok } from '../result.ts'
import { shownText } from '../shown-text.ts'
import type { DescribedKind } from './described-kind.ts'
import { COMPARISONS } from './operator.ts'
import { readWholeNumber, thresholdRule } from './threshold-rule.ts'

export const accountAge: DescribedKind = {
  key: 'account_age_days',
  meaning: 'Whole days since the user with this wallet was created; 0 if the wallet has no user.',
  operators: COMPARISONS,
  valueShape: 'a whole number of days',
  examples: [{ operator: '>=', value: '30', description: 'Have an account for 30 days' }],
  read: (operator, value) => {
    const threshold = readWholeNumber(value)
    if (threshold === undefined)
      return err([{ reason: 'NO_NUMBER', message: `"${shownText(value)}" is no whole number of days` }])
    return ok(thresholdRule({ source: 'account_age_days', subject: '' }, operator, threshold))
  },
}

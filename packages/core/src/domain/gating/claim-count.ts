import { err, ok } from '../result.ts'
import { shownText } from '../shown-text.ts'
import type { DescribedKind } from './described-kind.ts'
import { COMPARISONS } from './operator.ts'
import { readWholeNumber, thresholdRule } from './threshold-rule.ts'

export const claimCount: DescribedKind = {
  key: 'claim_count',
  meaning: 'How many confirmed claims the wallet has on this very drop.',
  operators: COMPARISONS,
  valueShape: 'a whole number',
  examples: [{ operator: '<=', value: '0', description: 'Have no confirmed claim on this drop yet' }],
  read: (operator, value) => {
    const threshold = readWholeNumber(value)
    if (threshold === undefined)
      return err([{ reason: 'NO_NUMBER', message: `"${shownText(value)}" is no whole number` }])
    return ok(thresholdRule({ source: 'confirmed_claims', subject: '' }, operator, threshold))
  },
}

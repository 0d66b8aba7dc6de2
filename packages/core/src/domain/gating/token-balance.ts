import { parseAmount } from '../amount.ts'
import { err, ok } from '../result.ts'
import { parseCoinType } from '../token.ts'
import type { DescribedKind } from './described-kind.ts'
import { COMPARISONS } from './operator.ts'
import { OWN_TOKEN } from './rule-kind.ts'
import { thresholdRule } from './threshold-rule.ts'

export const tokenBalance: DescribedKind = {
  key: 'token_balance',
  meaning: "How much of a coin the wallet holds: the drop's own token, or any coin that the value names.",
  operators: COMPARISONS,
  valueShape: '"1000" of the drop\'s own token, or "<coinType>:1000", in base units',
  examples: [
    { operator: '>=', value: '1000', description: "Hold 1000 base units of the drop's own token" },
    { operator: '>', value: '0x2::sui::SUI:5000000000', description: 'Hold more than 5 SUI' },
  ],
  read: (operator, value) => {
    const separator = value.search(/(?<!:):(?!:)/)
    const amount = parseAmount(value.slice(separator + 1), `the amount in "${value}"`)
    if (!amount.ok) return err([amount.error])
    const threshold = amount.value
    if (separator === -1) {
      return ok(thresholdRule({ source: 'balance', subject: OWN_TOKEN }, operator, threshold))
    }
    const coinType = parseCoinType(value.slice(0, separator), 'value')
    if (!coinType.ok)
      return err([{ reason: 'NO_COIN_TYPE', message: `"${value.slice(0, separator)}" is no coin type` }])
    return ok(thresholdRule({ source: 'balance', subject: coinType.value }, operator, threshold))
  },
}

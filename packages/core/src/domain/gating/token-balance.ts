import { parseAmount } from '../amount.ts'
import { messageOf } from '../refusal.ts'
import { err, ok } from '../result.ts'
import { parseCoinType } from '../token.ts'
import { COMPARISONS, compare } from './operator.ts'
import type { FactRequest, RuleKind } from './rule-kind.ts'
import { thresholdRule } from './threshold-rule.ts'

/** How much of a coin the wallet holds: the drop's own token, or one that the value names. */
export const tokenBalance: RuleKind = {
  key: 'token_balance',
  operators: COMPARISONS,
  valueShape: '"1000" of the drop\'s own token, or "<coinType>:1000", in base units',
  read: (operator, value) => {
    const separator = value.search(/(?<!:):(?!:)/)
    const amount = parseAmount(value.slice(separator + 1), `the amount in "${value}"`)
    if (!amount.ok) return err([messageOf(amount.error)])
    const threshold = amount.value
    if (separator === -1) {
      const ownCoin = (coinType: string): FactRequest => ({ source: 'balance', subject: coinType })
      return ok({
        requests: (_drop, coinType) => (coinType === null ? [] : [ownCoin(coinType)]),
        judge: (_wallet, facts, _drop, coinType) => {
          // A coin that is not deployed yet has no holders.
          const balance = coinType === null ? 0n : facts(ownCoin(coinType))
          if (balance === undefined) return 'unknown'
          return compare(balance, operator, threshold) ? 'pass' : 'fail'
        },
      })
    }
    const coinType = parseCoinType(value.slice(0, separator), 'value')
    if (!coinType.ok) return err([`"${value.slice(0, separator)}" is no coin type`])
    return ok(thresholdRule({ source: 'balance', subject: coinType.value }, operator, threshold))
  },
}

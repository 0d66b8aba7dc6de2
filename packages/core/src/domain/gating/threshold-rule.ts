import { compare, type Operator } from './operator.ts'
import type { FactRequest, ReadRule } from './rule-kind.ts'

/** A rule that compares one number about the wallet with a threshold. */
export const thresholdRule = (request: FactRequest, operator: Operator, threshold: bigint): ReadRule => ({
  requests: () => [request],
  needed: `${operator} ${threshold}`,
  judge: (_wallet, facts) => {
    const fact = facts(request)
    if (fact === undefined) return 'unknown'
    return compare(fact, operator, threshold) ? 'pass' : 'fail'
  },
})

const WHOLE_NUMBER = /^\d{1,20}$/

/** A whole number of at least 0 in decimal digits; undefined for any other text. */
export const readWholeNumber = (text: string): bigint | undefined =>
  typeof text === 'string' && WHOLE_NUMBER.test(text.trim()) ? BigInt(text.trim()) : undefined

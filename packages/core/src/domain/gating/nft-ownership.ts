import { err, ok } from '../result.ts'
import { parseCoinType } from '../token.ts'
import { COMPARISONS, type Operator } from './operator.ts'
import type { RuleKind } from './rule-kind.ts'
import { readWholeNumber, thresholdRule } from './threshold-rule.ts'

/** How many objects of a type the wallet owns. Without a number: whether it owns any. */
export const nftOwnership: RuleKind = {
  key: 'nft_ownership',
  operators: COMPARISONS,
  valueShape: '"<type>" or "<type>:2", a type as 0xPACKAGE::module::TYPE',
  read: (operator, value) => {
    const separator = value.search(/(?<!:):(?!:)(?=\d+\s*$)/)
    const type = parseCoinType(separator === -1 ? value : value.slice(0, separator), 'value')
    if (!type.ok) return err([`"${value}" names no type`])
    const request = { source: 'owned_objects', subject: type.value } as const
    if (separator === -1) return ok(thresholdRule(request, asOwnership(operator), operator === '>' ? 0n : 1n))
    const count = readWholeNumber(value.slice(separator + 1))
    return count === undefined
      ? err([`"${value}" ends in no whole number`])
      : ok(thresholdRule(request, operator, count))
  },
}

/** "Is" and "is not", said of a type alone, mean owning one or none. */
function asOwnership(operator: Operator): Operator {
  if (operator === '==') return '>='
  return operator === '!=' ? '<' : operator
}

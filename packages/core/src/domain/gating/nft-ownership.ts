import { err, ok } from '../result.ts'
import { shownText } from '../shown-text.ts'
import { parseCoinType } from '../token.ts'
import type { DescribedKind } from './described-kind.ts'
import { COMPARISONS, type Operator } from './operator.ts'
import { readWholeNumber, thresholdRule } from './threshold-rule.ts'

export const nftOwnership: DescribedKind = {
  key: 'nft_ownership',
  meaning:
    'How many objects of a type the wallet owns. A type without a number asks for one at least; with != for none.',
  operators: COMPARISONS,
  valueShape: '"<type>" or "<type>:2", a type as 0xPACKAGE::module::TYPE',
  examples: [
    { operator: '>=', value: '0x2::example::Member:2', description: 'Own two member cards' },
    { operator: '==', value: '0x2::example::Member', description: 'Own a member card' },
  ],
  read: (operator, value) => {
    const separator = value.search(/(?<!:):(?!:)(?=\d+\s*$)/)
    const type = parseCoinType(separator === -1 ? value : value.slice(0, separator), 'value')
    if (!type.ok) return err([{ reason: 'NO_COIN_TYPE', message: `"${shownText(value)}" names no type` }])
    const request = { source: 'owned_objects', subject: type.value } as const
    if (separator === -1) return ok(thresholdRule(request, asOwnership(operator), operator === '>' ? 0n : 1n))
    const count = readWholeNumber(value.slice(separator + 1))
    return count === undefined
      ? err([{ reason: 'NO_NUMBER', message: `"${shownText(value)}" ends in no whole number` }])
      : ok(thresholdRule(request, operator, count))
  },
}

/** For a type without a number, `==` means "owns at least one" and `!=` means "owns none". */
function asOwnership(operator: Operator): Operator {
  if (operator === '==') return '>='
  return operator === '!=' ? '<' : operator
}

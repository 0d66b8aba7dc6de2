import { unreachable } from '../invariant.ts'

/** The operator of a rule, in its internal spelling. */
export type Operator = '>=' | '>' | '<=' | '<' | '==' | '!=' | 'in' | 'not_in'

/** Operators for rule kinds that compare numbers. */
export const COMPARISONS: readonly Operator[] = ['>=', '>', '<=', '<', '==', '!=']

const SPELLINGS: { readonly [spelling: string]: Operator } = {
  '>=': '>=',
  gte: '>=',
  '>': '>',
  gt: '>',
  '<=': '<=',
  lte: '<=',
  '<': '<',
  lt: '<',
  '==': '==',
  '=': '==',
  eq: '==',
  '!=': '!=',
  neq: '!=',
  in: 'in',
  notin: 'not_in',
}

/** Parses an operator in any accepted spelling; undefined if it is unknown. */
export const readOperator = (text: string): Operator | undefined =>
  Object.hasOwn(SPELLINGS, spellingOf(text)) ? SPELLINGS[spellingOf(text)] : undefined

const spellingOf = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replace(/[_\s-]/g, '')

export function compare(left: bigint, operator: Operator, right: bigint): boolean {
  switch (operator) {
    case '>=':
      return left >= right
    case '>':
      return left > right
    case '<=':
      return left <= right
    case '<':
      return left < right
    case '==':
      return left === right
    case '!=':
      return left !== right
    case 'in':
    case 'not_in':
      throw new Error(`invariant broken: ${operator} compares no numbers`)
    default:
      return unreachable(operator)
  }
}

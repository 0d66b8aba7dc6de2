import { unreachable } from '../unreachable.ts'

/** How a rule compares; the one spelling that the rules know inside. */
export type Operator = '>=' | '>' | '<=' | '<' | '==' | '!=' | 'in' | 'not_in'

/** The operators that compare numbers, for rule kinds that count something. */
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

/** Reads an operator in any of its spellings; undefined when it is none. */
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

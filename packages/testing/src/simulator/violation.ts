import { show } from '../assert.ts'

/** Thrown if a rule is broken. */
export class Violation extends Error {
  /** The broken rule; the same text for every way of breaking it. */
  readonly rule: string

  constructor(rule: string, details: string) {
    super(`${rule}: ${details}`)
    this.name = 'Violation'
    this.rule = rule
  }
}

export function demand(holds: boolean, rule: string, details: () => string): asserts holds {
  if (!holds) throw new Violation(rule, details())
}

/** Throws unless both values are deeply equal. */
export function demandEqual(actual: unknown, expected: unknown, rule: string, about: string): void {
  if (isSame(actual, expected)) return
  const [is, ought] = [show(actual), show(expected)]
  throw new Violation(rule, `${about} is ${is} and ought to be ${ought}`)
}

function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  const [ones, others] = [Object.keys(one), Object.keys(other)]
  const [first, second] = [one as { [key: string]: unknown }, other as { [key: string]: unknown }]
  return (
    ones.length === others.length && ones.every((key) => key in second && isSame(first[key], second[key]))
  )
}

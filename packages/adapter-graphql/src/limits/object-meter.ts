import type { GraphQLError } from 'graphql'
import { tooComplex } from '../errors/request-error.ts'
import { LIMITS } from './limits.ts'

/** Counts the objects of one answer while it is built. */
export interface ObjectMeter {
  /** Adds to the count. Throws if the answer then has too many objects. */
  count(objects: number): void
  /** Throws the same error if that many more objects would be too many. Does not add to the count. */
  expect(objects: number): void
}

export function createObjectMeter(value: number = LIMITS.queryCost): ObjectMeter {
  let counted = 0
  let refusal: GraphQLError | undefined
  const expect = (objects: number) => {
    // Thousands of fields may reach the limit before the operation ends, so the error is created once.
    if (refusal) throw refusal
    const asked = counted + objects
    if (asked <= value) return
    const message = `The answer would contain at least ${asked} objects; the limit is ${value}. Request fewer at a time`
    refusal = tooComplex(message, { limit: 'queryCost', value, asked })
    throw refusal
  }
  return {
    expect,
    count(objects) {
      expect(objects)
      counted += objects
    },
  }
}

import type { GraphQLError } from 'graphql'
import { tooComplex } from '../errors/request-error.ts'
import { LIMITS } from './limits.ts'

/** Counts the objects of one answer while it is made. */
export interface ObjectMeter {
  /** Throws if the answer would hold too many objects with these. */
  count(objects: number): void
  /** Throws the same if so many more would be too many; counts nothing. */
  expect(objects: number): void
}

export function createObjectMeter(value: number = LIMITS.queryCost): ObjectMeter {
  let counted = 0
  let refusal: GraphQLError | undefined
  const expect = (objects: number) => {
    // Thousands of fields may meet it before the operation ends.
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

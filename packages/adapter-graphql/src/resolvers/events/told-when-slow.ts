import { SlowConsumer } from '@dropkit/core'
import { GraphQLError } from 'graphql'

/** A subscriber that does not keep up is told so and let go; it can come back with the last id it saw. */
export async function* toldWhenSlow<T>(events: AsyncIterable<T>): AsyncGenerator<T, void, undefined> {
  try {
    yield* events
  } catch (fault) {
    if (!(fault instanceof SlowConsumer)) throw fault
    throw new GraphQLError(fault.message, { extensions: { code: 'OVERLOADED', retryable: true } })
  }
}

import { type FollowedEvents, type LoggedEvent, SlowConsumer } from '@dropkit/core'
import { GraphQLError } from 'graphql'
import type { ErrorExtensions } from '../../errors/error-code.ts'

/**
 * What a subscription sends, made of the events that it follows. It ends at once when its subscriber leaves: the
 * generator may be waiting for an event that never comes, so it is the events that are ended, and with them its wait.
 */
export function updatesOf<T>(
  events: FollowedEvents,
  makeUpdates: (events: AsyncIterable<LoggedEvent>) => AsyncGenerator<T, void, undefined>,
): AsyncIterableIterator<T, void, undefined> {
  const updates = makeUpdates(events)
  const iterator: AsyncIterableIterator<T, void, undefined> = {
    async next() {
      try {
        return await updates.next()
      } catch (fault) {
        await events.return()
        throw fault instanceof SlowConsumer ? tooSlow(fault) : fault
      }
    },
    async return() {
      await events.return()
      // Whatever it is doing it finishes first, and nobody waits for that.
      updates.return().catch(() => {})
      return { done: true, value: undefined }
    },
    [Symbol.asyncIterator]: () => iterator,
  }
  return iterator
}

/** A subscriber that does not keep up is told so and let go; it can come back with the last id it saw. */
const tooSlow = ({ message }: SlowConsumer): GraphQLError =>
  new GraphQLError(message, { extensions: { code: 'OVERLOADED', retryable: true } satisfies ErrorExtensions })

import { type FollowedEvents, type LoggedEvent, SlowConsumer } from '@dropkit/core'
import { GraphQLError } from 'graphql'
import type { ErrorExtensions } from '../../errors/error-code.ts'

/**
 * Converts the events that a subscription follows to its updates. Ends at once when its subscriber leaves: the generator
 * may wait for an event that never comes, so the events are ended, and that ends the wait.
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
      // The generator finishes its current work first. There is no need to wait for that.
      updates.return().catch(() => {})
      return { done: true, value: undefined }
    },
    [Symbol.asyncIterator]: () => iterator,
  }
  return iterator
}

/** A subscriber that is too slow gets an error and is disconnected. It can resume with the last id. */
const tooSlow = ({ message }: SlowConsumer): GraphQLError =>
  new GraphQLError(message, { extensions: { code: 'OVERLOADED', retryable: true } satisfies ErrorExtensions })

// Writers, readers of the log, hints that come late, and consumers who come and go, in any order.

import {
  createRecordingLog,
  createTestPorts,
  put,
  sampleDrop,
  sampleEvent,
  sampleToken,
  sampleUser,
} from '@dropkit/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Store } from '../../ports/index.ts'
import { createEventFeed, type FollowedEvents } from './event-feed.ts'

const owner = sampleUser(1)
const token = sampleToken(owner, 1)
const drop = sampleDrop(token, 1)

const anyConsumer = fc.record({
  /** From the position before the newest so many, when he comes; from what happens next without. */
  back: fc.option(fc.integer({ min: 0, max: 6 })),
  /** Leaves after so many events, though there may be more; stays to the end without. */
  leavesAfter: fc.option(fc.integer({ min: 0, max: 4 })),
})

test('gives each subscriber every event once and in order, from where it began', () =>
  fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 6 }),
      fc.array(anyConsumer, { minLength: 1, maxLength: 4 }),
      async (scheduler, writes, consumers) => {
        const { store } = createTestPorts()
        await put(store, { users: [owner], tokens: [token], drops: [drop] })
        const moment = (what: string) => scheduler.schedule(Promise.resolve(), what)
        const slow: Pick<Store, 'events' | 'onEvents'> = {
          events: async (query) => {
            await moment('a read begins')
            const read = await store.events(query)
            await moment('a read is answered')
            return read
          },
          onEvents: (listener) => store.onEvents(() => void moment('a hint').then(listener)),
        }
        const feed = createEventFeed({ store: { ...store, ...slow }, log: createRecordingLog() })
        let written = 0
        const write = async (count: number) => {
          await moment('a write')
          written += count
          await store.create({ events: Array.from({ length: count }, () => sampleEvent(drop)) })
        }
        const positions = (from: number, to: number) =>
          Array.from({ length: Math.max(0, to - from) }, (_, place) => from + place + 1)
        const total = writes.reduce((sum, count) => sum + count, 0)

        const readSome = async (events: FollowedEvents, seen: number[], isOver: () => boolean) => {
          while (!isOver()) {
            const next = await events.next()
            if (next.done) return
            seen.push(next.value.position)
          }
        }
        const consume = async ({ back, leavesAfter }: (typeof consumers)[number]) => {
          await moment('a subscriber comes')
          const after = back === null ? undefined : Math.max(0, written - back)
          const events = feed.follow({}, after)
          const seen: number[] = []
          if (leavesAfter !== null) {
            // He may leave while he still waits for an event.
            const leaving = moment('a subscriber leaves').then(() => events.return())
            await readSome(events, seen, () => seen.length >= leavesAfter)
            await leaving
          } else if (after !== undefined) {
            await readSome(events, seen, () => seen.length === total - after)
            expect(seen).toEqual(positions(after, total))
            await events.return()
          } else {
            // Where he begins is known only once he has begun: what he got must go on without a gap.
            const leaving = allWritten.then(() => moment('the end')).then(() => events.return())
            await readSome(events, seen, () => false)
            await leaving
          }
          const begin = after ?? (seen[0] ?? 1) - 1
          expect(seen).toEqual(positions(begin, begin + seen.length))
        }
        const allWritten = (async () => {
          for (const count of writes) await write(count)
        })()
        await scheduler.waitFor(Promise.all([allWritten, ...consumers.map(consume)]))
        expect(feed.followers).toBe(0)
      },
    ),
    // Who waits for ever is said at once, with the seed; to shrink it would mean to wait again and again.
    { timeout: 10_000, endOnFailure: true },
  ))

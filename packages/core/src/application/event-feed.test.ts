import { expect, test } from 'vitest'
import type { LoggedEvent } from '../domain/event.ts'
import type { DropId, UserId } from '../domain/ids.ts'
import type { EventQuestion } from '../ports/index.ts'
import { createRecordingLog } from '../testing/doubles/recording-log.ts'
import { createEventFeed, type FollowedEvents, MAX_QUEUED } from './event-feed.ts'

const DROP = 'drop_a' as DropId
const OTHER = 'drop_b' as DropId

/** A log of its own, of which a test sees how often it is read and who listens. */
function openLog() {
  const events: LoggedEvent[] = []
  const listeners = new Set<() => void>()
  const seen = { reads: 0, fault: undefined as Error | undefined, gate: Promise.resolve() }
  const feed = createEventFeed({
    log: createRecordingLog(),
    store: {
      async events({ dropId, since, limit }: EventQuestion) {
        seen.reads++
        const known = [...events]
        await seen.gate
        if (seen.fault) throw seen.fault
        const chosen = known.filter((event) => dropId === undefined || event.dropId === dropId)
        if (since === undefined) return chosen.reverse().slice(0, limit)
        return chosen.filter(({ position }) => position > since).slice(0, limit)
      },
      onEvents(listener: () => void) {
        listeners.add(listener)
        return () => void listeners.delete(listener)
      },
    } as never,
  })
  const announce = () => {
    for (const listener of listeners) listener()
  }
  const write = (count = 1, dropId = DROP) => {
    for (let n = 0; n < count; n++) {
      const data = { dropId }
      events.push({
        position: events.length + 1,
        type: 'drop.claimed',
        at: 0 as never,
        ownerId: 'user_a' as UserId,
        actorId: null,
        dropId,
        tokenId: null,
        intentId: null,
        data,
      })
    }
    announce()
  }
  return { feed, write, announce, listeners, seen }
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

async function take(events: FollowedEvents, count: number): Promise<number[]> {
  const positions: number[] = []
  while (positions.length < count) {
    const next = await events.next()
    if (next.done) break
    positions.push(next.value.position)
  }
  return positions
}

const upTo = (last: number, first = 1) => Array.from({ length: last - first + 1 }, (_, n) => first + n)

test('who follows from now on gets what comes, in order, and nothing older', async () => {
  const { feed, write } = openLog()
  write(3)
  const events = feed.follow({})
  const coming = take(events, 3)
  await turn()
  write(1)
  write(2, OTHER)
  expect(await coming).toEqual([4, 5, 6])
})

test('who follows from a position gets all after it once, also what comes while the old is read', async () => {
  const { feed, write } = openLog()
  write(450)
  const events = feed.follow({}, 7)
  expect(await take(events, 3)).toEqual([8, 9, 10])
  write(5)
  expect(await take(events, 445)).toEqual(upTo(455, 11))
})

test('only what passes the filter is handed on', async () => {
  const { feed, write } = openLog()
  write(2, OTHER)
  write(2)
  const events = feed.follow({ dropId: DROP }, 0)
  expect(await take(events, 2)).toEqual([3, 4])
  write(1, OTHER)
  write(1)
  expect(await take(events, 1)).toEqual([6])
})

test('who was further on at another server is told nothing twice', async () => {
  const { feed, write } = openLog()
  write(2)
  // The other server has seen 4 already.
  const events = feed.follow({}, 4)
  const coming = take(events, 1)
  await turn()
  write(3)
  expect(await coming).toEqual([5])
})

test('return ends a wait for an event that never comes', async () => {
  const { feed, listeners } = openLog()
  const events = feed.follow({})
  const coming = events.next()
  await turn()
  expect(feed.followers).toBe(1)
  expect(await events.return()).toEqual({ done: true, value: undefined })
  expect(feed.followers).toBe(0)
  expect(listeners.size).toBe(0)
  expect(await coming).toEqual({ done: true, value: undefined })
  expect(await events.next()).toEqual({ done: true, value: undefined })
})

test('return before anything was asked leaves nothing, and nothing begins after it', async () => {
  const { feed, listeners, seen } = openLog()
  const events = feed.follow({})
  await events.return()
  expect((await events.next()).done).toBe(true)
  expect({ followers: feed.followers, listeners: listeners.size, reads: seen.reads }).toEqual({
    followers: 0,
    listeners: 0,
    reads: 0,
  })
})

test('a loop that is left ends it', async () => {
  const { feed, write, listeners } = openLog()
  write(2)
  for await (const event of feed.follow({}, 0)) if (event.position === 1) break
  expect(feed.followers).toBe(0)
  expect(listeners.size).toBe(0)
})

test('thousands come and go, in the midst of reads and waits, and none is left behind', async () => {
  const { feed, write, listeners } = openLog()
  for (let round = 0; round < 5; round++) {
    const followed = Array.from({ length: 2_000 }, (_, n) => feed.follow({}, n % 3 === 0 ? 0 : undefined))
    const waiting = followed.map((events) => events.next())
    if (round % 2 === 0) await turn()
    write(1)
    if (round % 3 === 0) await turn()
    await Promise.all(followed.map((events) => events.return()))
    expect(feed.followers).toBe(0)
    expect(listeners.size).toBe(0)
    await Promise.all(waiting)
  }
})

test('a new event is read once, however many follow', async () => {
  const { feed, write, seen } = openLog()
  const followed = Array.from({ length: 1_000 }, () => feed.follow({}))
  const waiting = followed.map((events) => take(events, 1))
  await turn()
  const before = seen.reads
  write(1)
  expect(await Promise.all(waiting)).toEqual(followed.map(() => [1]))
  expect(seen.reads - before).toBeLessThanOrEqual(2)
  await Promise.all(followed.map((events) => events.return()))
})

test('a reader that was left in the midst of a read gives nothing old to those who come next', async () => {
  const { feed, write, seen } = openLog()
  write(2)
  const first = feed.follow({})
  const waiting = first.next()
  await turn()
  let open = () => {}
  seen.gate = new Promise((resolve) => {
    open = resolve
  })
  write(2)
  await first.return()
  seen.gate = Promise.resolve()
  // Nobody listens now.
  write(3)
  const second = feed.follow({})
  const coming = take(second, 1)
  open()
  await turn()
  write(1)
  expect(await coming).toEqual([8])
  expect((await waiting).done).toBe(true)
})

test('who does not keep up gets what waited, then is told, and can come back without a gap', async () => {
  const { feed, write } = openLog()
  const events = feed.follow({}, 0)
  write(1)
  expect(await take(events, 1)).toEqual([1])
  write(MAX_QUEUED + 10)
  await turn()
  await turn()
  expect(await take(events, MAX_QUEUED)).toEqual(upTo(MAX_QUEUED + 1, 2))
  await expect(events.next()).rejects.toMatchObject({ name: 'SlowConsumer' })
  expect(feed.followers).toBe(0)
  const again = feed.follow({}, MAX_QUEUED + 1)
  expect(await take(again, 10)).toEqual(upTo(MAX_QUEUED + 11, MAX_QUEUED + 2))
  await again.return()
})

test('a log that cannot be read for a while is read on from the same place', async () => {
  const { feed, write, announce, seen } = openLog()
  const events = feed.follow({})
  const coming = take(events, 2)
  await turn()
  seen.fault = new Error('gone')
  write(1)
  await turn()
  seen.fault = undefined
  write(1)
  announce()
  expect(await coming).toEqual([1, 2])
})

test('a log that cannot be read at the beginning fails who asks, and nobody after', async () => {
  const { feed, write, seen, listeners } = openLog()
  seen.fault = new Error('gone')
  await expect(feed.follow({}).next()).rejects.toThrow('gone')
  expect(feed.followers).toBe(0)
  expect(listeners.size).toBe(0)
  seen.fault = undefined
  const events = feed.follow({})
  const coming = take(events, 1)
  await turn()
  write(1)
  expect(await coming).toEqual([1])
})

import {
  createRecordingLog,
  createTestPorts,
  put,
  sampleDrop,
  sampleEvent,
  sampleToken,
  sampleUser,
  type TestPorts,
} from '@dropkit/testing'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import type { LoggedEvent } from '../../domain/event.ts'
import type { Store } from '../../ports/index.ts'
import { createEventFeed, type EventFeed, type FollowedEvents } from './event-feed.ts'

const owner = sampleUser(1)
const token = sampleToken(owner, 1)
const [drop, other] = [sampleDrop(token, 1), sampleDrop(token, 2)]

let ports: TestPorts
let feed: EventFeed

const write = (count: number, on = drop) =>
  ports.store.create({ events: Array.from({ length: count }, () => sampleEvent(on)) })

async function readFrom(events: FollowedEvents, count: number): Promise<number[]> {
  const read: number[] = []
  while (read.length < count) {
    const next = await events.next()
    if (next.done) break
    read.push(next.value.position)
  }
  return read
}

const upTo = (last: number, first = 1) => Array.from({ length: last - first + 1 }, (_, n) => first + n)

/** Gives each waiting subscriber a turn. */
const turns = async (count = 20) => {
  for (let turn = 0; turn < count; turn++) await Promise.resolve()
}

beforeEach(async () => {
  ports = createTestPorts()
  feed = createEventFeed({ store: ports.store, log: createRecordingLog() })
  await put(ports.store, { users: [owner], tokens: [token], drops: [drop, other] })
})

describe('following the log', () => {
  test('sends events from now on, and no earlier ones', async () => {
    await write(5)
    const events = feed.follow({})
    const first = events.next()
    await turns()
    await write(3)
    expect((await first).value?.position).toBe(6)
    expect(await readFrom(events, 2)).toEqual([7, 8])
  })

  test('sends the events after a position, then new ones', async () => {
    await write(450)
    const events = feed.follow({}, 3)
    expect(await readFrom(events, 447)).toEqual(upTo(450, 4))
    await write(2)
    expect(await readFrom(events, 2)).toEqual([451, 452])
  })

  test('continues at the end of a log that has lost its last events', async () => {
    await write(20)
    let log = (await ports.store.events({ since: 0, limit: 20 })).slice()
    let hint = () => {}
    const store: Pick<Store, 'events' | 'onEvents'> = {
      events: async ({ since, limit }) =>
        since === undefined
          ? log.toReversed().slice(0, limit)
          : log.filter(({ position }) => position > since).slice(0, limit),
      onEvents: (listener) => {
        hint = listener
        return () => {}
      },
    }
    feed = createEventFeed({ store: { ...ports.store, ...store }, log: createRecordingLog() })
    const [all, newest] = [feed.follow({}), feed.followLatest(drop.id, 'owner')]
    const read = Promise.all([readFrom(all, 2), readFrom(newest, 2)])
    const show = async (events: LoggedEvent[]) => {
      log = events
      hint()
      await turns(50)
    }
    await turns()
    const eventAt = (position: number) => ({ ...(log[0] as LoggedEvent), position })
    await show([...log, eventAt(21)])
    await show(log.slice(0, 10))
    await show([...log, eventAt(11)])
    expect(await read).toEqual([
      [21, 11],
      [21, 11],
    ])
  })

  test('loses and doubles nothing that happens while it replays', async () => {
    await write(300)
    const events = feed.follow({}, 0)
    const seen: number[] = []
    for (let n = 0; n < 600; n++) {
      if (n < 300) await write(1)
      const next = await events.next()
      seen.push(next.value?.position ?? 0)
    }
    expect(seen).toEqual(upTo(600))
  })

  test('sends each event once, in order, for any joining, reading and leaving', async () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('write' as const), count: fc.integer({ min: 1, max: 5 }) }),
      fc.record({ kind: fc.constant('join' as const), back: fc.integer({ min: 0, max: 10 }) }),
      fc.record({ kind: fc.constant('read' as const), who: fc.nat(), count: fc.integer({ min: 1, max: 4 }) }),
      fc.record({ kind: fc.constant('leave' as const), who: fc.nat() }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        const store = createTestPorts().store
        const ownFeed = createEventFeed({ store, log: createRecordingLog() })
        const readers: { after: number; events: FollowedEvents; seen: number[] }[] = []
        let written = 0
        const readOn = async (reader: (typeof readers)[number], most: number) => {
          const wanted = Math.min(most, written - reader.after - reader.seen.length)
          reader.seen.push(...(await readFrom(reader.events, wanted)))
        }
        for (const next of steps) {
          const reader = 'who' in next ? readers[next.who % Math.max(1, readers.length)] : undefined
          if (next.kind === 'write') {
            written += next.count
            await store.create({ events: Array.from({ length: next.count }, () => sampleEvent(drop)) })
          } else if (next.kind === 'join') {
            const after = Math.max(0, written - next.back)
            readers.push({ after, events: ownFeed.follow({}, after), seen: [] })
          } else if (reader && next.kind === 'read') {
            await readOn(reader, next.count)
          } else if (reader) {
            await reader.events.return()
            readers.splice(readers.indexOf(reader), 1)
            expect(reader.seen).toEqual(upTo(reader.after + reader.seen.length, reader.after + 1))
          }
        }
        for (const reader of readers) {
          await readOn(reader, Number.POSITIVE_INFINITY)
          expect(reader.seen).toEqual(upTo(written, reader.after + 1))
          await reader.events.return()
        }
        expect(ownFeed.followers).toBe(0)
      }),
    )
  })

  test('sends only the requested types', async () => {
    const stranger = sampleUser(2)
    const events = feed.follow({ dropId: other.id, types: ['drop.paused'], visibleTo: owner.id }, 0)
    await ports.store.create({
      events: [
        sampleEvent(drop, { type: 'drop.paused' }),
        sampleEvent(other),
        sampleEvent(other, { type: 'drop.paused' }),
        sampleEvent(other, { type: 'drop.paused', ownerId: stranger.id, actorId: stranger.id }),
        sampleEvent(other, { type: 'drop.paused', ownerId: stranger.id, actorId: owner.id }),
      ],
    })
    expect(await readFrom(events, 2)).toEqual([3, 5])
  })

  test('reads again for notifications that arrive during a failed read', async () => {
    let isCut = false
    const cut = Promise.withResolvers<readonly LoggedEvent[]>()
    const store: TestPorts['store'] = {
      ...ports.store,
      events: (query) => (isCut ? cut.promise : ports.store.events(query)),
    }
    const follower = createEventFeed({ store, log: createRecordingLog() }).follow({})
    const first = follower.next()
    await turns()
    isCut = true
    await write(1)
    await turns()
    await write(1)
    isCut = false
    cut.reject(new Error('the connection was cut'))
    expect((await first).value?.position).toBe(1)
    expect(await readFrom(follower, 1)).toEqual([2])
  })

  test('reads the log once for all followers', async () => {
    let reads = 0
    const store = {
      ...ports.store,
      events: (query: Parameters<typeof ports.store.events>[0]) => {
        reads++
        return ports.store.events(query)
      },
    }
    const shared = createEventFeed({ store, log: createRecordingLog() })
    const followers = Array.from({ length: 50 }, () => shared.follow({}))
    const waiting = followers.map((events) => events.next())
    await turns(100)
    const before = reads
    await write(1)
    await Promise.all(waiting)
    expect(reads - before).toBeLessThanOrEqual(3)
    await Promise.all(followers.map((events) => events.return()))
    expect(shared.followers).toBe(0)
  })
})

describe('following the newest event of a drop', () => {
  test('sends the last of several intermediate events, and nothing twice', async () => {
    await write(5)
    const events = feed.followLatest(drop.id, 'owner')
    const first = events.next()
    await turns()
    await write(1)
    expect((await first).value?.position).toBe(6)
    await write(300)
    await write(1, other)
    await turns(400)
    expect(await readFrom(events, 1)).toEqual([306])
    const next = events.next()
    await turns()
    await write(1)
    expect((await next).value?.position).toBe(308)
  })

  test('begins with the newest event if there are events after the position', async () => {
    await write(300)
    const behind = feed.followLatest(drop.id, 'owner', 3)
    expect(await readFrom(behind, 1)).toEqual([300])
    const upToDate = feed.followLatest(drop.id, 'owner', 300)
    const waiting = [behind.next(), upToDate.next()]
    await turns()
    await write(1)
    expect((await Promise.all(waiting)).map(({ value }) => value?.position)).toEqual([301, 301])
  })

  test('passes events for the owner alone over for everyone else', async () => {
    const writePrivate = () =>
      ports.store.create({ events: [sampleEvent(drop, { type: 'payment.created' })] })
    await write(1)
    await writePrivate()
    expect(await readFrom(feed.followLatest(drop.id, 'owner', 0), 1)).toEqual([2])
    const events = feed.followLatest(drop.id, 'everyone', 0)
    expect(await readFrom(events, 1)).toEqual([1])
    const next = events.next()
    await turns()
    await writePrivate()
    await ports.store.create({ events: [sampleEvent(drop), sampleEvent(drop, { type: 'refund.created' })] })
    expect((await next).value?.position).toBe(4)
    const upToDate = feed.followLatest(drop.id, 'everyone', 4)
    const later = upToDate.next()
    await turns()
    await write(1)
    expect((await later).value?.position).toBe(6)
  })

  test('leaves nothing behind when its consumers leave, waiting or not', async () => {
    const followers = Array.from({ length: 3 }, () => feed.followLatest(drop.id, 'owner'))
    const waiting = followers.map((events) => events.next())
    await turns()
    expect(feed.followers).toBe(3)
    await write(1)
    await Promise.all(waiting)
    const last = followers[0]?.next()
    await Promise.all(followers.map((events) => events.return()))
    expect(await last).toEqual({ done: true, value: undefined })
    expect(feed.followers).toBe(0)
    expect(ports.memory.state.listeners.size).toBe(0)
  })
})

describe('a consumer', () => {
  test('that leaves while it waits is gone at once', async () => {
    const events = feed.follow({ dropId: other.id })
    const waiting = events.next()
    await turns()
    expect(feed.followers).toBe(1)
    await events.return()
    expect(await waiting).toEqual({ done: true, value: undefined })
    expect(feed.followers).toBe(0)
    expect(ports.memory.state.listeners.size).toBe(0)
  })

  test('that joins after all others have left sees no earlier events', async () => {
    const early = feed.follow({})
    const first = early.next()
    await turns()
    await write(1)
    await first
    await early.return()
    await write(5)
    const late = feed.follow({})
    const next = late.next()
    await turns()
    await write(1)
    expect((await next).value?.position).toBe(7)
  })

  test('that comes from a server that is further ahead gets nothing twice', async () => {
    await write(3)
    const events = feed.follow({}, 5)
    const next = events.next()
    await turns()
    await write(4)
    expect((await next).value?.position).toBe(6)
    expect(await readFrom(events, 1)).toEqual([7])
  })

  test('is notified of events of other servers', async () => {
    const events = feed.follow({})
    const next = events.next()
    await turns()
    const { createMemoryStore } = await import('@dropkit/testing')
    const second = createMemoryStore({ state: ports.memory.state })
    await second.store.create({ events: [sampleEvent(drop)] })
    expect((await next).value?.position).toBe(1)
  })
})

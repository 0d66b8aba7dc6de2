// What happens while a subscriber follows, not what a replay gives.

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
import { beforeEach, describe, expect, test } from 'vitest'
import type { NewEvent } from '../../domain/event.ts'
import { idOf } from '../../domain/ids.ts'
import type { EventQuery } from '../../ports/index.ts'
import { createEventFeed, type EventFeed, type FollowedEvents, SlowConsumer } from './event-feed.ts'
import { EVENTS_PER_READ, type EventFilter, MAX_QUEUED } from './event-log-reader.ts'

const owner = sampleUser(1)
const stranger = sampleUser(2)
const token = sampleToken(owner, 1)
const [drop, other] = [sampleDrop(token, 1), sampleDrop(token, 2)]

let ports: TestPorts
let feed: EventFeed
let questions: EventQuery[]

const write = (count: number, more: Partial<NewEvent> = {}, on = drop) =>
  ports.store.create({ events: Array.from({ length: count }, () => sampleEvent(on, more)) })

/** Gives each waiting subscriber a turn. */
const turns = async (count = 20) => {
  for (let turn = 0; turn < count; turn++) await Promise.resolve()
}

const upTo = (last: number, first = 1) => Array.from({ length: last - first + 1 }, (_, n) => first + n)

async function readFrom(events: FollowedEvents, count: number): Promise<number[]> {
  const read: number[] = []
  while (read.length < count) read.push((await events.next()).value?.position ?? 0)
  return read
}

/** Waits for its first event from now on. */
async function begun(events: FollowedEvents): Promise<FollowedEvents> {
  const first = events.next()
  await turns()
  await write(1)
  await first
  return events
}

beforeEach(async () => {
  ports = createTestPorts()
  questions = []
  const store: TestPorts['store'] = {
    ...ports.store,
    events: (query) => {
      questions.push(query)
      return ports.store.events(query)
    },
  }
  feed = createEventFeed({ store, log: ports.log })
  await put(ports.store, { users: [owner, stranger], tokens: [token], drops: [drop, other] })
})

describe('a follower is notified', () => {
  const intentId = idOf('intent', '0'.repeat(32))
  const theirs = { ownerId: stranger.id, actorId: stranger.id }
  test.each<[what: string, filter: EventFilter, passed: Partial<NewEvent>, others: Partial<NewEvent>]>([
    ['of events of one drop', { dropId: drop.id }, {}, { dropId: other.id }],
    ['of events of one kind', { types: ['drop.paused'] }, { type: 'drop.paused' }, { type: 'drop.ended' }],
    ['of events of one purchase', { intentId }, { intentId }, {}],
    ['of events of one’s own things', { visibleTo: owner.id }, { actorId: stranger.id }, theirs],
    ['of one’s own acts', { visibleTo: owner.id }, { ownerId: stranger.id, actorId: owner.id }, theirs],
  ])('%s, as soon as they happen, and of no others', async (_, filter, passed, others) => {
    const events = feed.follow(filter)
    const first = events.next()
    await turns()
    await write(2, others)
    await write(1, passed)
    await write(1, others)
    await write(1, passed)
    expect((await first).value?.position).toBe(3)
    expect(await readFrom(events, 1)).toEqual([5])
  })

  test('of everything that was written at once, however many reads it takes', async () => {
    const events = feed.follow({})
    const first = events.next()
    await turns()
    await write(2 * EVENTS_PER_READ + 50)
    expect((await first).value?.position).toBe(1)
    expect(await readFrom(events, 2 * EVENTS_PER_READ + 49)).toEqual(upTo(2 * EVENTS_PER_READ + 50, 2))
  })

  test('by iterating over the events', async () => {
    await write(3)
    const seen: number[] = []
    for await (const { position } of feed.follow({}, 0)) {
      seen.push(position)
      if (seen.length === 3) break
    }
    expect(seen).toEqual([1, 2, 3])
    expect(feed.followers).toBe(0)
  })

  test('nothing that is in the log already is read where nothing is to be replayed', async () => {
    await write(3)
    const isReplay = ({ since }: EventQuery) => since !== undefined && since < 3
    const upToDate = feed.follow({}, 3).next()
    await turns()
    expect(questions.filter(({ since }) => since !== undefined)).toHaveLength(1)
    const behind = feed.follow({}, 1)
    expect(await readFrom(behind, 2)).toEqual([2, 3])
    const next = behind.next()
    await turns()
    expect(questions.filter(isReplay)).toHaveLength(1)
    await write(1)
    expect((await upToDate).value?.position).toBe(4)
    expect((await next).value?.position).toBe(4)
  })
})

describe('a follower that does not keep up', () => {
  test('receives the maximum of queued events without a gap, then an overflow', async () => {
    const events = await begun(feed.follow({}))
    await write(MAX_QUEUED + 50)
    await turns(400)
    expect(await readFrom(events, 10)).toEqual(upTo(11, 2))
    await write(10)
    await turns(400)
    expect(await readFrom(events, MAX_QUEUED - 10)).toEqual(upTo(MAX_QUEUED + 1, 12))
    await expect(events.next()).rejects.toThrow(SlowConsumer)
    expect(feed.followers).toBe(0)
    expect(ports.memory.state.listeners.size).toBe(0)
  })

  test('delays no other follower', async () => {
    await begun(feed.follow({}))
    const next = feed.follow({ dropId: other.id }).next()
    await write(MAX_QUEUED + 50)
    await turns(400)
    await write(1, {}, other)
    expect((await next).value?.dropId).toBe(other.id)
  })
})

describe('a follower that leaves', () => {
  test.each([
    ['all of it', () => feed.follow({})],
    ['the newest', () => feed.followLatest(drop.id, 'owner')],
  ])('before anything was asked for follows %s no more', async (_, follow) => {
    const events = follow()
    await events.return()
    expect(await events.next()).toEqual({ done: true, value: undefined })
    expect([feed.followers, questions]).toEqual([0, []])
  })

  test.each([
    ['all of it', () => feed.follow({})],
    ['the newest', () => feed.followLatest(drop.id, 'owner')],
  ])('at the very beginning follows %s no more', async (_, follow) => {
    const events = follow()
    const first = events.next()
    expect(await events.return()).toEqual({ done: true, value: undefined })
    expect(await first).toEqual({ done: true, value: undefined })
    await turns()
    expect(feed.followers).toBe(0)
  })

  test('removes the newest event from no other follower of the drop', async () => {
    const [one, two] = [feed.followLatest(drop.id, 'owner'), feed.followLatest(drop.id, 'owner')]
    const waiting = [one.next(), two.next()]
    await turns()
    await one.return()
    await turns()
    await write(1)
    expect((await waiting[1])?.value?.position).toBe(1)
  })
})

describe('the newest event of a drop', () => {
  test('is none that was there before, though another follower was just given it', async () => {
    await begun(feed.followLatest(drop.id, 'owner'))
    const late = feed.followLatest(drop.id, 'owner')
    const next = late.next()
    await turns()
    await write(1)
    expect((await next).value?.position).toBe(2)
  })

  test('is one of that drop', async () => {
    await write(2)
    await write(1, {}, other)
    expect(await readFrom(feed.followLatest(drop.id, 'owner', 0), 1)).toEqual([2])
  })

  test('is sent once, even if it happens between two reads', async () => {
    await write(1)
    const store: TestPorts['store'] = {
      ...ports.store,
      events: async (query) => {
        if (query.dropId) await write(1)
        return ports.store.events(query)
      },
    }
    const events = createEventFeed({ store, log: ports.log }).followLatest(drop.id, 'owner', 0)
    expect(await readFrom(events, 1)).toEqual([2])
    const next = events.next()
    await turns()
    await write(1)
    expect((await next).value?.position).toBe(3)
  })

  test('is none that its follower has seen at a server which is further on', async () => {
    await write(3)
    const events = feed.followLatest(drop.id, 'owner', 5)
    const next = events.next()
    await turns()
    await write(1)
    await turns()
    await write(1)
    await turns()
    await write(1)
    expect((await next).value?.position).toBe(6)
  })
})

test('a reading that failed is said in the log, and made good by the next hint', async () => {
  let isCut = false
  const store: TestPorts['store'] = {
    ...ports.store,
    events: async (query) => {
      if (isCut) throw new Error('the connection was cut')
      return ports.store.events(query)
    },
  }
  const log = createRecordingLog()
  const events = createEventFeed({ store, log }).follow({})
  const first = events.next()
  await turns()
  isCut = true
  await write(1)
  await turns()
  expect(log.lines).toMatchObject([{ level: 'warn', fields: { reason: 'Error: the connection was cut' } }])
  isCut = false
  await write(1)
  expect((await first).value?.position).toBe(1)
  expect(await readFrom(events, 1)).toEqual([2])
})

test('events for many subscribers are passed on in several turns of the event loop', async () => {
  const { store, log } = ports
  let ended = 0
  const shared = createEventFeed({ store, log, endOfTurn: async () => void ended++ })
  const subscribers = Array.from({ length: 1_000 }, () => shared.follow({}))
  const firsts = subscribers.map((events) => events.next())
  await turns()
  await write(1)
  await Promise.all(firsts)
  ended = 0
  await write(50)
  for (const events of subscribers.slice(-2)) expect(await readFrom(events, 50)).toEqual(upTo(51, 2))
  expect(ended).toBeGreaterThanOrEqual(4)
})

test.each<[what: string, follow: (shared: EventFeed) => FollowedEvents]>([
  ['every event', (shared) => shared.follow({})],
  ['the newest event of a drop', (shared) => shared.followLatest(drop.id, 'owner')],
])('a few hundred of the subscribers to %s go on in each turn of the event loop', async (_, follow) => {
  const { store, log } = ports
  let [inTurn, most] = [0, 0]
  const endOfTurn = async () => {
    await turns()
    most = Math.max(most, inTurn)
    inTurn = 0
  }
  const shared = createEventFeed({ store, log, endOfTurn })
  const firsts = Array.from({ length: 1_000 }, async () => {
    await follow(shared).next()
    inTurn++
  })
  await turns()
  await write(1)
  await Promise.all(firsts)
  expect(most).toBeLessThanOrEqual(200)
})

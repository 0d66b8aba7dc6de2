import { createTestService, granted, type TestService } from '@dropkit/testing'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Drop } from '../../domain/drop.ts'
import { EVENT_TYPES } from '../../domain/event.ts'
import { eventIdOf } from '../../domain/ids.ts'
import type { Caller } from '../../domain/user.ts'
import { type EventsInput, followableDrop, parseEventTypes, parsePosition } from './read-events.ts'

let service: TestService
let owner: Caller
let drop: Drop
let last: number

const list = async (input: EventsInput = {}, caller = owner) =>
  granted(await service.dropkit.listEvents(caller, input))
const positions = async (input: EventsInput = {}, caller = owner) =>
  (await list(input, caller)).map(({ position }) => position)
const fieldRefused = async (input: EventsInput) => {
  const answer = await service.dropkit.listEvents(owner, input)
  return answer.ok ? 'granted' : answer.error.kind === 'bad_user_input' ? answer.error.field : answer.error
}

/** A token and two drops of the owner’s, of which the second was paused. */
beforeEach(async () => {
  service = await createTestService()
  ;({ owner } = service)
  await service.createDrop()
  drop = await service.createDrop()
  granted(await service.dropkit.updateDrop(owner, drop.id, { status: 'PAUSED' }))
  last = (await service.ports.store.events({ limit: 1 }))[0]?.position ?? 0
})

describe('a list of events', () => {
  test('has the caller’s own, the newest first', async () => {
    const all = await list()
    expect(all[0]).toMatchObject({ position: last, type: 'drop.paused', dropId: drop.id })
    expect(all.map(({ position }) => position)).toEqual(
      Array.from({ length: all.length }, (_, n) => last - n),
    )
    expect(await list({}, await service.callerOf('stranger'))).not.toContainEqual(all[0])
  })

  test('goes on towards older ones, or forward from one', async () => {
    expect(await positions({ limit: 2 })).toEqual([last, last - 1])
    expect(await positions({ limit: 1, after: eventIdOf(last) })).toEqual([last - 1])
    expect(await positions({ since: eventIdOf(last - 2) })).toEqual([last - 1, last])
    expect(await positions({ since: eventIdOf(last) })).toEqual([])
  })

  test('may be of one drop or of some types, by their names or an area’s', async () => {
    expect(await positions({ dropId: drop.id })).toEqual([last, last - 1])
    expect(await positions({ types: ['drop.created'] })).toEqual([last - 1, last - 2])
    expect(await positions({ types: ['drop.*'] })).toEqual([last, last - 1, last - 2])
    expect(await positions({ dropId: drop.id, types: ['drop.paused'] })).toEqual([last])
    expect(await positions({ types: [] })).toEqual([])
  })

  test('is empty for an unknown drop, and for a drop of another user', async () => {
    const stranger = await service.callerOf('stranger')
    expect(await positions({ dropId: 'drop_1' })).toEqual([])
    expect(await positions({ dropId: drop.id }, stranger)).toEqual([])
  })

  test('is refused by the field that is wrong', async () => {
    const there = eventIdOf(1)
    expect(await fieldRefused({ limit: 0 })).toBe('limit')
    expect(await fieldRefused({ types: ['drop.exploded'] })).toBe('types')
    expect(await fieldRefused({ after: 'event_x' })).toBe('after')
    expect(await fieldRefused({ since: drop.id })).toBe('since')
    expect(await fieldRefused({ after: there, since: there })).toBe('since')
    expect(await fieldRefused({ after: there })).toBe('granted')
    expect(await fieldRefused({ since: there })).toBe('granted')
    expect(await fieldRefused({ since: eventIdOf(0) })).toBe('granted')
    // A restored log may end before an event that was read.
    expect(await fieldRefused({ since: eventIdOf(last + 1) })).toBe('since')
  })
})

describe('one event', () => {
  const read = (id: string, caller = owner) => service.dropkit.readEvent(caller, id)

  test('is read by its id, by the users it concerns', async () => {
    expect(await read(eventIdOf(last))).toMatchObject({ position: last, type: 'drop.paused' })
    expect(await read(eventIdOf(last - 1))).toMatchObject({ position: last - 1, type: 'drop.created' })
    expect(await read(eventIdOf(last - 1), await service.callerOf('stranger'))).toBeUndefined()
  })

  test('is nothing where the id is none, or of none', async () => {
    expect(await read('event_x')).toBeUndefined()
    expect(await read(eventIdOf(last + 1))).toBeUndefined()
  })

  test('is not the next one that concerns the caller', async () => {
    const stranger = await service.callerOf('stranger')
    granted(await service.dropkit.createToken(stranger, { name: 'Salt', symbol: 'SALT', supply: '1' }))
    const [own] = await list({ limit: 1 }, stranger)
    expect(await read(eventIdOf((own?.position ?? 0) - 1), stranger)).not.toEqual(own)
  })
})

test('a place in the log is named by an event’s id, or not at all', () => {
  expect(parsePosition(eventIdOf(7), 'after')).toEqual({ ok: true, value: 7 })
  for (const nothing of [null, undefined])
    expect(parsePosition(nothing, 'after')).toEqual({ ok: true, value: undefined })
  expect(parsePosition('7', 'after')).toMatchObject({
    error: { kind: 'bad_user_input', field: 'after', message: 'after must be the id of an event' },
  })
})

test('event names are deduplicated, areas are expanded, and unknown names are reported', () => {
  for (const nothing of [null, undefined])
    expect(parseEventTypes(nothing)).toEqual({ ok: true, value: undefined })
  expect(parseEventTypes(['drop.paused', 'drop.paused'])).toEqual({ ok: true, value: ['drop.paused'] })
  expect(parseEventTypes(['refund.*'])).toEqual({
    ok: true,
    value: EVENT_TYPES.filter((type) => type.startsWith('refund.')),
  })
  expect(parseEventTypes(['*'])).toEqual({ ok: true, value: [...EVENT_TYPES] })
  expect(parseEventTypes(['drop.paused', 'drop.exploded'])).toMatchObject({
    error: { field: 'types', details: { unknown: ['drop.exploded'] } },
  })
})

test('a name of an event that is repeated very often is looked up once', () => {
  const lookUps = vi.spyOn(EVENT_TYPES as unknown as string[], 'filter')
  try {
    expect(parseEventTypes(Array.from({ length: 100_000 }, () => '*'))).toEqual({
      ok: true,
      value: [...EVENT_TYPES],
    })
    expect(lookUps).toHaveBeenCalledOnce()
  } finally {
    lookUps.mockRestore()
  }
})

test('a drop is followed by users who may read it', async () => {
  const { store } = service.ports
  const stranger = await service.callerOf('stranger')
  const follow = (id: string, caller = owner) => followableDrop({ store }, caller, id)
  expect(await follow(drop.id)).toEqual({ id: drop.id, audience: 'owner' })
  expect(await follow(drop.id, stranger)).toEqual({ id: drop.id, audience: 'everyone' })
  expect(await follow('drop_1')).toBeUndefined()
  expect(await follow(`drop_${'0'.repeat(32)}`)).toBeUndefined()
  const draft = await service.createDrop({ status: 'DRAFT' })
  expect((await follow(draft.id))?.id).toBe(draft.id)
  expect(await follow(draft.id, stranger)).toBeUndefined()
})

test('a list since an event is refused if a later event was removed, and otherwise goes on', async () => {
  const { ports, dropkit } = service
  await dropkit.deliverWebhooks()
  const removed = await ports.retention.deleteExpired('events', ports.clock.now(), 2)
  expect(removed).toBe(2)
  expect(await fieldRefused({ since: eventIdOf(1) })).toBe('since')
  expect(await positions({ since: eventIdOf(2) })).toEqual(Array.from({ length: last - 2 }, (_, n) => n + 3))
  expect(await positions({ since: eventIdOf(3) })).toEqual(Array.from({ length: last - 3 }, (_, n) => n + 4))
  expect(await fieldRefused({ since: eventIdOf(last + 5) })).toBe('since')
})

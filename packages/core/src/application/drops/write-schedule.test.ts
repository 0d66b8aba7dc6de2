import { createTestService, granted, type TestService } from '@dropkit/testing'
import { beforeEach, expect, test } from 'vitest'
import type { Drop } from '../../domain/drop.ts'
import { type DropId, idOf } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import { writeSchedule } from './write-schedule.ts'

let service: TestService
let now: Instant

beforeEach(async () => {
  service = await createTestService()
  now = service.ports.clock.now()
})

/** How it goes on, and whether anything was written. */
async function write(id: DropId) {
  const { store } = service.ports
  let isWritten = false
  const changeDrop: typeof store.changeDrop = (dropId, question, decide) =>
    store.changeDrop(dropId, question, (dropState) => {
      const change = decide(dropState)
      isWritten = change.update !== undefined
      return change
    })
  const outcome = await writeSchedule({ ...service.ports, store: { ...store, changeDrop } }, id)
  return { outcome, isWritten }
}

const eventsOf = async ({ id: dropId }: Drop) =>
  (await service.ports.store.events({ dropId, limit: 9 })).map(({ type }) => type)

test('a start and an end are written when they are due, and not before', async () => {
  const { clock } = service.ports
  const drop = await service.createDrop({
    status: 'SCHEDULED',
    startsAt: now + 5_000,
    claimDeadline: now + 9_000,
  })
  const before = await service.reread(drop)
  expect(before.status).toBe('SCHEDULED')
  expect(await write(drop.id)).toEqual({ outcome: { kind: 'again', dueAt: now + 5_000 }, isWritten: false })

  clock.set(now + 5_000)
  expect(await write(drop.id)).toEqual({ outcome: { kind: 'again', dueAt: now + 9_000 }, isWritten: true })
  expect(await service.reread(drop)).toMatchObject({ status: 'ACTIVE', updatedAt: now + 5_000 })
  expect(await write(drop.id)).toEqual({ outcome: { kind: 'again', dueAt: now + 9_000 }, isWritten: false })

  clock.set(now + 9_000)
  expect(await write(drop.id)).toEqual({ outcome: { kind: 'done' }, isWritten: true })
  expect(await service.reread(drop)).toMatchObject({ status: 'ENDED', completedAt: now + 9_000 })
  expect(await eventsOf(drop)).toEqual(
    expect.arrayContaining(['drop.activated', 'drop.ended', 'drop.completed']),
  )
  expect(await write(drop.id)).toEqual({ outcome: { kind: 'done' }, isWritten: false })
})

test('nothing is written of a drop that is deleted or was never there', async () => {
  const drop = await service.createDrop({ status: 'SCHEDULED', startsAt: now + 5_000 })
  granted(await service.dropkit.deleteDrop(service.owner, drop.id))
  service.ports.clock.set(now + 5_000)
  for (const id of [drop.id, idOf('drop', '0'.repeat(32))])
    expect(await write(id)).toEqual({ outcome: { kind: 'done' }, isWritten: false })
  expect(await eventsOf(drop)).not.toContain('drop.activated')
})

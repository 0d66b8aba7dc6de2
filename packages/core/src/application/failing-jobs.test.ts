import { createRecordingLog, createTestService, granted, refusalOf, type TestService } from '@dropkit/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Caller } from '../domain/user.ts'
import { NEVER } from '../ports/index.ts'
import type { FailingJobsInput } from './failing-jobs.ts'
import { logError } from './log-error.ts'

describe('jobs that fail', () => {
  let service: TestService
  let operator: Caller

  beforeEach(async () => {
    service = await createTestService({ chain: { opensVaultsAtOnce: false } })
    operator = await service.callerOf('admin')
  })

  const list = (input: FailingJobsInput = {}, by = operator) => service.dropkit.listFailingJobs(by, input)

  test('the operator sees why jobs fail, and restarts them', async () => {
    const drop = await service.createDrop()
    await service.pass(600_000, 20)
    const failing = { kind: 'open_vault', subject: drop.id, failure: { class: 'waiting' } }
    const [job] = granted(await list({ kind: 'open_vault' }))
    expect(job).toMatchObject(failing)
    expect(job?.dueAt).toBeGreaterThan(service.ports.clock.now())
    const retried = granted(
      await service.dropkit.retryJob(operator, { kind: 'open_vault', subject: drop.id }),
    )
    expect(retried).toMatchObject({ ...failing, dueAt: service.ports.clock.now() })
    await service.pass(1_000)
    const [after] = granted(await list({ kind: 'open_vault' }))
    expect(after?.attempts).toBe((job?.attempts ?? 0) + 1)
  })

  test('a job that does not run again by itself comes first, and runs when it is retried', async () => {
    const { jobs, clock } = service.ports
    await service.createDrop()
    await service.pass(60_000, 20)
    await jobs.request([
      { kind: 'remove_content', subject: 'one', ownerId: null, dueAt: clock.now() - 60_000 },
    ])
    const [taken] = await jobs.take(clock.now() - 1, 30_000, 1)
    if (taken === undefined) throw new Error('no job')
    await jobs.finish(taken, { kind: 'failed', failure: { class: 'chain_refused', reason: 'no' } })
    const [first] = granted(await list())
    expect(first).toMatchObject({ kind: 'remove_content', subject: 'one', attempts: 0, dueAt: NEVER })
    granted(await service.dropkit.retryJob(operator, { kind: 'remove_content', subject: 'one' }))
    await service.pass(1_000)
    expect(granted(await list({ kind: 'remove_content' }))).toEqual([])
  })

  test('the owner of a drop sees why its jobs fail, and no other jobs', async () => {
    const [drop, other] = [await service.createDrop(), await service.createDrop()]
    await service.pass(600_000, 20)
    const own = granted(await list({ dropId: drop.id }, service.owner))
    expect(own).toMatchObject([{ kind: 'open_vault', subject: drop.id, failure: { class: 'waiting' } }])
    expect(granted(await list({ dropId: drop.id }))).toEqual(own)
    expect(granted(await list({ dropId: other.id, kind: 'expire_claims' }, service.owner))).toEqual([])
    const stranger = await service.callerOf('stranger')
    expect(refusalOf(await list({ dropId: drop.id }, stranger))).toBe('forbidden')
    const draft = await service.createDrop({ status: 'DRAFT' })
    for (const dropId of [draft.id, 'drop_none', 'x'])
      expect(refusalOf(await list({ dropId }, stranger))).toBe('not_found')
  })

  test('all failing jobs are for the operator alone, and bad input is refused by name', async () => {
    expect(refusalOf(await list({}, service.owner))).toBe('forbidden')
    const retry = (kind: string, subject: string, by = operator) =>
      service.dropkit.retryJob(by, { kind, subject })
    expect(refusalOf(await retry('sweep', 'store', service.owner))).toBe('forbidden')
    expect(await list({ kind: 'dance' })).toMatchObject({ error: { field: 'kind' } })
    expect(await retry('dance', 'store')).toMatchObject({ error: { field: 'kind' } })
    expect(await list({ limit: 0 })).toMatchObject({ error: { field: 'limit' } })
    for (const subject of ['store', 'nothing', '\u0000'])
      expect(refusalOf(await retry('sweep', subject))).toBe('not_found')
  })
})

const away = (retryable: boolean) =>
  Object.assign(new Error('no connection'), { name: 'StoreUnavailable', retryable })

test('a store that is away is a warning; one that is broken and any other cause are errors', () => {
  const log = createRecordingLog()
  const [broken, bug] = [away(false), new Error('invariant broken: x')]
  for (const error of [away(true), broken, bug]) logError(log, 'something failed', { part: 'a' }, error)
  const message = 'something failed'
  expect(log.lines).toEqual([
    { level: 'warn', message, fields: { part: 'a', reason: 'no connection' } },
    { level: 'error', message, fields: { part: 'a' }, cause: broken },
    { level: 'error', message, fields: { part: 'a' }, cause: bug },
  ])
})

test('a background job that cannot reach the store warns, and is done when it can', async () => {
  const { ports, createDrop, pass, reread } = await createTestService()
  const { clock, log, store } = ports
  const drop = await createDrop({
    status: 'SCHEDULED',
    startsAt: clock.now() + 60_000,
  })
  const { changeDrop } = store
  store.changeDrop = async () => {
    throw away(true)
  }
  await pass(61_000)
  expect(log.lines.map(({ level }) => level)).toContain('warn')
  expect(log.lines.filter(({ level }) => level === 'error')).toEqual([])
  store.changeDrop = changeDrop
  await pass(60_000)
  expect((await reread(drop)).status).toBe('ACTIVE')
})

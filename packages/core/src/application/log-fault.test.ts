import { createRecordingLog, createTestService } from '@dropkit/testing'
import { expect, test } from 'vitest'
import { logFault } from './log-fault.ts'

const away = (retryable: boolean) =>
  Object.assign(new Error('no connection'), { name: 'StoreUnavailable', retryable })

test('a store that is away is a warning; one that is broken and any other fault are errors', () => {
  const log = createRecordingLog()
  const [broken, bug] = [away(false), new Error('invariant broken: x')]
  for (const fault of [away(true), broken, bug]) logFault(log, 'something failed', { part: 'a' }, fault)
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

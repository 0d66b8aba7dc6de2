// Claims that wait in the queue while the store does not answer: how many may wait, their refusals, their metrics.

import { createTestService, granted, type TestDropkit, type TestService, testWallet } from '@dropkit/testing'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Drop } from '../../domain/drop.ts'
import type { InstrumentedWork } from '../../ports/index.ts'
import { createDropkit } from '../dropkit.ts'

const MOST_WAITING = 3
const settings = { maxClaimsPerBatch: 2, maxClaimWaitMs: 150, maxWaitingClaims: MOST_WAITING }

let service: TestService
let drop: Drop

const claim = (number: number, { dropkit, owner }: Pick<TestService, 'dropkit' | 'owner'> = service) =>
  dropkit.claimDrop(owner, { dropId: drop.id, userAddress: testWallet(number) })

const overloaded = (error: object) => ({ ok: false, error: { kind: 'overloaded', ...error } })

/** Stops changes of drops from beginning. The returned function lets all of them begin. */
function holdStore(): () => void {
  const { store } = service.ports
  const { changeDrop } = store
  const { promise, resolve } = Promise.withResolvers<void>()
  vi.spyOn(store, 'changeDrop').mockImplementation(async (...asked) => {
    await promise
    return changeDrop(...asked)
  })
  return resolve
}

/** Makes each later change of a drop take this long. */
function slowDown(ms: number): void {
  const { store, clock } = service.ports
  const { changeDrop } = store
  vi.spyOn(store, 'changeDrop').mockImplementation(async (...asked) => {
    const changed = await changeDrop(...asked)
    clock.advance(ms)
    return changed as never
  })
}

beforeEach(async () => {
  service = await createTestService({ settings })
  drop = await service.createDrop()
})

describe('claims that wait', () => {
  test('are limited in number, and a further claim is told when the queue will have been served', async () => {
    const release = holdStore()
    const waiting = [1, 2, 3].map((number) => claim(number))
    expect(service.dropkit.waitingClaims()).toBe(MOST_WAITING)
    service.ports.clock.advance(400)
    // One batch has been running for 400 ms. The two other claims take another batch, and the new claim one more.
    expect(await claim(4)).toEqual(
      overloaded({
        retryAfterMs: 800,
        message: 'Too many claims are waiting (3); try again shortly',
        details: { limit: 'waiting claims', waiting: MOST_WAITING, waitMs: 800 },
      }),
    )
    release()
    for (const answer of await Promise.all(waiting)) expect(answer.ok).toBe(true)
    expect(service.dropkit.waitingClaims()).toBe(0)
  })

  test('are told to retry after the shortest delay at least', async () => {
    const release = holdStore()
    const waiting = [1, 2, 3].map((number) => claim(number))
    expect(await claim(4)).toMatchObject(overloaded({ retryAfterMs: 100, details: { waitMs: 0 } }))
    release()
    await Promise.all(waiting)
  })

  test('do not include served claims: any number may follow one another', async () => {
    for (let number = 1; number <= 3 * MOST_WAITING; number++) granted(await claim(number))
    expect(service.dropkit.waitingClaims()).toBe(0)
  })

  test('are not those that failed', async () => {
    const { store } = service.ports
    const failing = vi.spyOn(store, 'changeDrop').mockRejectedValue(new Error('refused'))
    for (let number = 1; number <= 2 * MOST_WAITING; number++) {
      await expect(claim(number)).rejects.toThrow('refused')
    }
    failing.mockRestore()
    expect(service.dropkit.waitingClaims()).toBe(0)
    granted(await claim(1))
  })
})

test('one claim after another is served, however slow the store is', async () => {
  slowDown(2 * settings.maxClaimWaitMs)
  for (let number = 1; number <= 4 * MOST_WAITING; number++) granted(await claim(number))
})

test('are reported to instrumentation by batch, with the waiting requests', async () => {
  const { ports, owner } = service
  const origins = [{ request: 'first' }, undefined, { request: 'third' }]
  const seen: InstrumentedWork[] = []
  const watch = {
    here: () => origins.shift(),
    around: <T>(what: InstrumentedWork, work: () => Promise<T>) => {
      seen.push(what)
      return work()
    },
    jobEnded: () => undefined,
  }
  const dropkit = createDropkit({ ...ports, instrumentation: watch }, settings)
  const answers = await Promise.all(
    [1, 2, 3].map((number) => claim(number, { dropkit: dropkit as unknown as TestDropkit, owner })),
  )
  for (const answer of answers) expect(answer.ok).toBe(true)
  const batch = { kind: 'claim_batch', dropId: drop.id }
  expect(seen).toEqual([
    { ...batch, claims: 1, origins: [{ request: 'first' }] },
    { ...batch, claims: 2, origins: [{ request: 'third' }] },
  ])
})

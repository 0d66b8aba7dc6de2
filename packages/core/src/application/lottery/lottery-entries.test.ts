import { createMemoryStore, createTestService, granted, type TestService, testWallet } from '@dropkit/testing'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { lookAtChanges } from '../../../test/replace-method.ts'
import { DAY_MS } from '../../domain/instant.ts'
import type { IdempotencyLease, Store } from '../../ports/index.ts'
import type { Settings } from '../settings.ts'

// A crowd that enters a lottery at once, on a store that fails before a commit, and loses the answer of a commit.

const MAX_BATCH = 3

async function serviceWith(changeDrop?: (changeDrop: Store['changeDrop']) => Store['changeDrop']) {
  const memory = createMemoryStore()
  const store = changeDrop
    ? { ...memory.store, changeDrop: changeDrop(memory.store.changeDrop) }
    : memory.store
  const settings: Partial<Settings> = { maxClaimsPerBatch: MAX_BATCH, maxWaitingClaims: 20 }
  return createTestService({ instead: { ...memory, store }, settings })
}

const createLottery = (service: TestService) =>
  service.createDrop({
    supply: 2,
    maxAmount: '20',
    tokenAmount: '10',
    admission: 'LOTTERY',
    entriesCloseAt: service.ports.clock.now() + DAY_MS,
    claimWindowSeconds: 3_600,
  })

const unavailable = (): Error =>
  Object.assign(new Error('the store is away'), { name: 'StoreUnavailable', retryable: true })

test('a crowd enters in batches, and each wallet once', async () => {
  const service = await serviceWith()
  const drop = await createLottery(service)
  const changed = vi.spyOn(service.ports.store, 'changeDrop')
  const wallets = [1, 2, 3, 4, 5, 6, 7, 1, 2]
  const entered = await Promise.all(
    wallets.map((n) =>
      service.dropkit.enterDrop(service.owner, { dropId: drop.id, userAddress: testWallet(n) }),
    ),
  )
  expect(entered.map((one) => granted(one).entry.wallet)).toEqual(wallets.map(testWallet))
  // The first one starts a batch at once; the others share three.
  expect(changed.mock.calls.map(([, { entriesOf = [] }]) => entriesOf.length)).toEqual([1, 3, 3, 2])
  expect((await service.reread(drop)).lottery?.entries).toBe(7)
  expect(service.dropkit.waitingClaims()).toBe(0)
})

test('more entries than may wait are refused, and have no effect', async () => {
  const service = await serviceWith()
  const drop = await createLottery(service)
  const answers = await Promise.all(
    Array.from({ length: 21 }, (_, n) =>
      service.dropkit.enterDrop(service.owner, { dropId: drop.id, userAddress: testWallet(n + 1) }),
    ),
  )
  expect(answers.at(-1)).toMatchObject({
    ok: false,
    error: { kind: 'overloaded', details: { limit: 'waiting entries', waiting: 20 } },
  })
  expect((await service.reread(drop)).lottery?.entries).toBe(20)
})

test('each request with an Idempotency-Key has its effect noted in the transaction of its batch', async () => {
  const service = await serviceWith()
  const { clock, idempotency, store } = service.ports
  const drop = await createLottery(service)
  const leaseOf = async (key: string): Promise<IdempotencyLease> => {
    const terms = { now: clock.now(), leaseMs: 60_000, expiresAt: clock.now() + DAY_MS }
    const begun = await idempotency.begin({ userId: service.owner.user.id, key }, 'the same', terms)
    if (begun.kind !== 'begun') throw new Error(begun.kind)
    return begun.lease
  }
  const [first, second, again] = [await leaseOf('first'), await leaseOf('second'), await leaseOf('again')]
  const noted: unknown[] = []
  lookAtChanges(store, (change) => noted.push(change.idempotency))
  const enter = (lease: IdempotencyLease, n: number) =>
    service.dropkit.withLease(lease).enterDrop(service.owner, { dropId: drop.id, userAddress: testWallet(n) })
  for (const one of await Promise.all([enter(first, 1), enter(second, 2), enter(again, 1)])) granted(one)
  const noteOf = (lease: IdempotencyLease, n: number) => ({
    lease,
    effect: { kind: 'entry', id: testWallet(n) },
  })
  expect(noted).toEqual([[noteOf(first, 1)], [noteOf(second, 2)]])
})

const anyEntries = fc.array(
  fc.record({ drop: fc.integer({ min: 0, max: 1 }), wallet: fc.integer({ min: 1, max: 6 }) }),
  { minLength: 1, maxLength: 12 },
)
/** The fate of each change in turn. Changes after the listed ones succeed. */
const anyFaults = fc.array(fc.constantFrom('none', 'before', 'after', 'refused'), { maxLength: 6 })

test('entries are counted once, whatever the store does and when', () =>
  fc.assert(
    fc.asyncProperty(fc.scheduler(), anyEntries, anyFaults, async (scheduler, asked, faults) => {
      let isRacing = false
      let changes = 0
      const service = await serviceWith((changeDrop) => async (...change) => {
        if (!isRacing) return changeDrop(...change)
        const fault = faults[changes++] ?? 'none'
        await scheduler.schedule(Promise.resolve(), 'a change begins')
        if (fault === 'before') throw unavailable()
        if (fault === 'refused') throw new Error('one of the batch is bad')
        const changed = await changeDrop(...change)
        await scheduler.schedule(Promise.resolve(), 'a change is answered')
        if (fault === 'after') throw unavailable()
        return changed
      })
      const drops = [await createLottery(service), await createLottery(service)]
      isRacing = true
      const outcomes = await scheduler.waitFor(
        Promise.all(
          asked.map(async ({ drop, wallet }) => {
            await scheduler.schedule(Promise.resolve(), `wallet ${wallet} enters drop ${drop}`)
            const input = { dropId: drops[drop]?.id ?? '', userAddress: testWallet(wallet) }
            return service.dropkit.enterDrop(service.owner, input).catch((error: Error) => error)
          }),
        ),
      )
      isRacing = false
      for (const [number, drop] of drops.entries()) {
        const entries = await service.ports.store.entriesByWallet(drop.id, { limit: 100 })
        const wallets = new Set(entries.map(({ wallet }) => wallet))
        expect(wallets.size).toBe(entries.length)
        expect((await service.reread(drop)).lottery?.entries).toBe(entries.length)
        asked.forEach((one, index) => {
          const outcome = outcomes[index]
          if (one.drop !== number || outcome === undefined || outcome instanceof Error) return
          expect(granted(outcome).entry.wallet).toBe(testWallet(one.wallet))
          expect(wallets).toContain(testWallet(one.wallet))
        })
      }
      if (faults.length === 0) expect(outcomes.filter((outcome) => outcome instanceof Error)).toEqual([])
    }),
  ))

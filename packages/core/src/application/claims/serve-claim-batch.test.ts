import { createTestService, granted, refusalOf, type TestService, testWallet } from '@dropkit/testing'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { idOfClaim } from '../../domain/claim.ts'
import type { Drop } from '../../domain/drop.ts'
import type { Change, DropStateQuery, IdempotencyLease } from '../../ports/index.ts'
import { DEFAULT_SETTINGS } from '../settings.ts'

const { voucherLifetimeMs, expiryMarginMs } = DEFAULT_SETTINGS

let service: TestService
let drop: Drop

const input = (number: number) => ({ dropId: drop.id, userAddress: testWallet(number) })
const claim = (number: number) => service.dropkit.claimDrop(service.owner, input(number))
const draw = (number: number) => service.dropkit.claimRandomDrop(service.owner, input(number))

const createRandomDrop = () => service.createDrop({ tokenAmount: '0', supply: 10 })

/** Records the queries and writes of each later change of a drop. */
function recordChanges() {
  const { store } = service.ports
  const { changeDrop } = store
  const recorded: { query: DropStateQuery; change: Change<unknown> }[] = []
  vi.spyOn(store, 'changeDrop').mockImplementation((dropId, query, decide) =>
    changeDrop(dropId, query, (dropState) => {
      const change = decide(dropState)
      recorded.push({ query, change })
      return change
    }),
  )
  return recorded
}

/** Makes the next changes of drops fail with these errors, before or after their commit. */
function failNext(faults: readonly Error[], isCommitted = false) {
  const { store } = service.ports
  const { changeDrop } = store
  const left = [...faults]
  return vi.spyOn(store, 'changeDrop').mockImplementation(async (...asked) => {
    const fault = left.shift()
    if (fault === undefined) return changeDrop(...asked)
    if (isCommitted) await changeDrop(...asked)
    throw fault
  })
}

const unavailable = () =>
  Object.assign(new Error('the store is away'), { name: 'StoreUnavailable', retryable: true })

const reservedNow = async () => (await service.reread(drop)).tally.reservedCount

beforeEach(async () => {
  service = await createTestService()
  drop = await service.createDrop()
})

describe('a batch of claims', () => {
  test('loads no facts from the store if the drop has no rules', async () => {
    const recorded = recordChanges()
    granted(await claim(1))
    expect(recorded.map(({ query }) => query)).toEqual([{ wallets: [testWallet(1)], facts: undefined }])
  })

  test('has its vouchers looked after when they run out, and delivers nothing', async () => {
    const recorded = recordChanges()
    const dueAt = service.ports.clock.now() + voucherLifetimeMs + expiryMarginMs
    granted(await claim(1))
    expect(recorded.at(-1)?.change.jobs).toEqual([
      { kind: 'expire_claims', subject: drop.id, ownerId: drop.creatorId, dueAt },
    ])
  })

  test('schedules the delivery of drawn claims at once, and no expiry', async () => {
    drop = await createRandomDrop()
    const recorded = recordChanges()
    granted(await draw(1))
    const dueAt = service.ports.clock.now()
    expect(recorded.at(-1)?.change.jobs).toEqual([
      { kind: 'deliver_claims', subject: drop.id, ownerId: drop.creatorId, dueAt },
    ])
  })

  test('that is only repeated or refused writes nothing', async () => {
    drop = await createRandomDrop()
    granted(await draw(1))
    const recorded = recordChanges()
    granted(await draw(1))
    expect(recorded.at(-1)?.change).toMatchObject({
      insert: { claims: [] },
      update: { drops: [], claims: [], paymentIntents: [] },
      events: [],
      jobs: [],
      idempotency: [],
    })
  })

  test('is refused where the drop is gone', async () => {
    granted(await service.dropkit.deleteDrop(service.owner, drop.id))
    expect(await claim(1)).toMatchObject({ error: { kind: 'not_found', what: 'Drop' } })
    drop = { ...drop, id: `drop_${'f'.repeat(32)}` as never }
    expect(refusalOf(await claim(1))).toBe('not_found')
    expect(await draw(1)).toMatchObject({ ok: false, error: { kind: 'not_found', what: 'Drop' } })
  })

  test('states the effect of each request with an Idempotency-Key, also for a renewed voucher', async () => {
    const { clock, idempotency } = service.ports
    const leaseOf = async (key: string): Promise<IdempotencyLease> => {
      const now = clock.now()
      const terms = { now, leaseMs: 60_000, expiresAt: now + 86_400_000 }
      const begun = await idempotency.begin({ userId: service.owner.user.id, key }, 'the same', terms)
      if (begun.kind !== 'begun') throw new Error(begun.kind)
      return begun.lease
    }
    granted(await claim(1))
    clock.advance(voucherLifetimeMs)
    const lease = await leaseOf('renewed')
    const recorded = recordChanges()
    const { claim: renewed } = granted(
      await service.dropkit.withLease(lease).claimDrop(service.owner, input(1)),
    )
    const effect = { kind: 'claim', id: idOfClaim(renewed) }
    expect(recorded.at(-1)?.change.idempotency).toEqual([{ lease, effect }])
  })
})

describe('a batch that the store refuses', () => {
  test('is tried again one by one, and that is logged', async () => {
    // The first claim is served alone, and the others together.
    failNext([new Error('refused'), new Error('one of the batch is bad')])
    const claims = [1, 2, 3, 4].map((number) => claim(number).catch((error: Error) => error.message))
    const [first, ...others] = await Promise.all(claims)
    expect(first).toBe('refused')
    for (const other of others) expect(other).toMatchObject({ ok: true })
    expect(service.ports.log.lines).toMatchObject([
      { level: 'warn', fields: { dropId: drop.id, claims: 3, reason: 'Error: one of the batch is bad' } },
    ])
    expect(await reservedNow()).toBe(3)
  })
})

describe('a batch during an outage of the store', () => {
  test('of claims by voucher is tried once more as it is, for made twice they are the same', async () => {
    const asked = failNext([unavailable()], true)
    granted(await claim(1))
    expect(asked.mock.calls).toHaveLength(2)
    expect(await reservedNow()).toBe(1)
    expect(service.ports.log.lines).toEqual([])
  })

  test('fails when the store stays away', async () => {
    failNext([unavailable(), unavailable()])
    await expect(claim(1)).rejects.toThrow('the store is away')
    expect(await reservedNow()).toBe(0)
  })

  test('of draws is not, for they may be on their way already', async () => {
    drop = await createRandomDrop()
    const asked = failNext([unavailable()], true)
    await expect(draw(1)).rejects.toThrow('the store is away')
    expect(asked.mock.calls).toHaveLength(1)
    expect(await reservedNow()).toBe(1)
  })

  test('is not either when one of it is a draw', async () => {
    const asked = failNext([new Error('refused'), unavailable()])
    const all = [claim(1), claim(2), draw(3)].map((answer) => answer.catch((error: Error) => error.message))
    expect(await Promise.all(all)).toEqual(['refused', 'the store is away', 'the store is away'])
    expect(asked.mock.calls).toHaveLength(2)
  })
})

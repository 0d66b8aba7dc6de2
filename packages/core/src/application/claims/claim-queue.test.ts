import {
  createTestService,
  granted,
  refusalOf,
  type TestDropkit,
  type TestService,
  testWallet,
} from '@dropkit/testing'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { replaceMethod } from '../../../test/replace-method.ts'
import type { Drop } from '../../domain/drop.ts'
import type { Caller } from '../../domain/user.ts'
import type { InstrumentedWork } from '../../ports/index.ts'
import { createDropkit } from '../dropkit.ts'

let service: TestService
let caller: Caller

beforeEach(async () => {
  service = await createTestService()
  caller = await service.callerOf('claimer')
})

const claim = (drop: Drop, number: number) =>
  service.dropkit.claimDrop(caller, { dropId: drop.id, userAddress: testWallet(number) })

/** Returns whose paid intents each transaction of some work queries. */
async function buyersAskedFor(work: () => Promise<unknown>) {
  const asked = vi.spyOn(service.ports.store, 'changeDrop')
  try {
    await work()
    return asked.mock.calls.map(([, { buyers = [] }]) => buyers.length)
  } finally {
    asked.mockRestore()
  }
}

describe('the claim queue', () => {
  test('queries paid intents on priced drops only', async () => {
    const free = await service.createDrop()
    const asked = await buyersAskedFor(() => Promise.all([1, 2, 3].map((number) => claim(free, number))))
    expect(asked).not.toHaveLength(0)
    expect(new Set(asked)).toEqual(new Set([0]))

    const priced = await service.createDrop({ price: 2 })
    await service.buy(priced, 1, { caller })
    await service.buy(priced, 2, { caller })
    expect(await buyersAskedFor(() => claim(priced, 1))).toEqual([0, 1])
    expect(await buyersAskedFor(() => claim(priced, 2)), 'it is known by now').toEqual([1])
  })

  test('sees that a drop gets a price, and that it loses it again', async () => {
    const drop = await service.createDrop()
    granted(await claim(drop, 1))
    granted(await service.dropkit.updateDrop(service.owner, drop.id, { price: 2 }))
    expect(refusalOf(await claim(drop, 2))).toBe('payment_required')
    await service.buy(drop, 2, { caller })
    expect(granted(await claim(drop, 2)).claim.cost).toBe(2_000_000_000n)
    granted(await service.dropkit.updateDrop(service.owner, drop.id, { price: null }))
    expect(await buyersAskedFor(async () => granted(await claim(drop, 3)))).toEqual([1])
    expect(await buyersAskedFor(async () => granted(await claim(drop, 4)))).toEqual([0])
  })
})

describe('the facts that a claim needs', () => {
  const COIN = `0x${'7'.padStart(64, '0')}::club::CLUB`
  let drop: Drop

  const wantsCoins = async (coin = COIN) =>
    granted(
      await service.dropkit.updateGatingConfig(service.owner, drop.id, {
        rules: [{ key: 'token_balance', operator: '>=', value: `${coin}:0` }],
      }),
    )

  beforeEach(async () => {
    drop = await service.createDrop({ maxPerWallet: 9 })
    await wantsCoins()
  })

  test('are remembered from one wallet’s question to its claim', async () => {
    const asked = vi.spyOn(service.ports.chain, 'balances')
    const query = { dropId: drop.id, walletAddress: testWallet(1) }
    granted(await service.dropkit.checkEligibility(caller, query))
    service.ports.clock.advance(5_000)
    granted(await claim(drop, 1))
    expect(asked.mock.calls).toHaveLength(1)
  })

  test('are gathered at most three times if the rules keep changing', async () => {
    const { chain } = service.ports
    let changes = 0
    replaceMethod(chain, 'balances', async (balances, ...query) => {
      await wantsCoins(COIN.replace('CLUB', `CLUB${++changes}`))
      return balances(...query)
    })
    expect(await claim(drop, 1)).toEqual({
      ok: false,
      error: { kind: 'eligibility_unknown', reason: 'the rules of this drop keep changing' },
    })
    expect(changes).toBe(3)
  })
})

describe('the claim queue beyond its capacity', () => {
  const BATCH = 2
  const BATCH_MS = 100
  const settings = { maxClaimsPerBatch: BATCH, maxClaimWaitMs: 150, maxWaitingClaims: 100 }

  beforeEach(async () => {
    service = await createTestService({ settings })
    caller = await service.callerOf('claimer')
    const { store, clock } = service.ports
    replaceMethod(store, 'changeDrop', async (changeDrop, ...asked) => {
      const changed = await changeDrop(...asked)
      clock.advance(BATCH_MS)
      return changed as never
    })
  })

  /** Makes `count` claims, of which `waiting` always run: each answer starts the next one. Returns all outcomes. */
  async function crowd(drop: Drop, count: number, waiting: number) {
    let next = 1
    const outcomes: string[] = []
    const waits: number[] = []
    const come = async () => {
      while (next <= count) {
        const result = await claim(drop, next++)
        outcomes.push(result.ok ? 'granted' : result.error.kind)
        if (!result.ok && result.error.kind === 'overloaded') waits.push(result.error.retryAfterMs)
      }
    }
    await Promise.all(Array.from({ length: waiting }, come))
    return { outcomes, waits }
  }

  test('serves a whole burst', async () => {
    const drop = await service.createDrop({ maxAmount: '1000', tokenAmount: '1' })
    const { outcomes } = await crowd(drop, 16, 16)
    expect(new Set(outcomes)).toEqual(new Set(['granted']))
  })

  test('turns some of a crowd away that stays, and says when it would be their turn', async () => {
    const drop = await service.createDrop({ maxAmount: '1000', tokenAmount: '1' })
    const { outcomes, waits } = await crowd(drop, 300, 10)
    expect(new Set(outcomes)).toEqual(new Set(['granted', 'overloaded']))
    for (const wait of waits) expect(wait).toBeGreaterThan(settings.maxClaimWaitMs)
    expect((await service.reread(drop)).tally.reservedCount).toBe(
      outcomes.filter((outcome) => outcome === 'granted').length,
    )
  })

  test('refuses no claim while all fit into one batch, however slow the store is', async () => {
    const drop = await service.createDrop({ maxAmount: '1000', tokenAmount: '1' })
    const { outcomes } = await crowd(drop, 150, BATCH)
    expect(new Set(outcomes)).toEqual(new Set(['granted']))
  })
})

describe('claim queue.crowds', () => {
  // Claims that wait in the queue while the store does not answer: how many may wait, their refusals, their metrics.

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
    const { promise, resolve } = Promise.withResolvers<void>()
    replaceMethod(store, 'changeDrop', async (changeDrop, ...asked) => {
      await promise
      return changeDrop(...asked)
    })
    return resolve
  }

  /** Makes each later change of a drop take this long. */
  function slowDown(ms: number): void {
    const { store, clock } = service.ports
    replaceMethod(store, 'changeDrop', async (changeDrop, ...asked) => {
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
})

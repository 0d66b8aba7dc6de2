import { amountOf, type Drop, type DropStateQuery, type PaymentTotals, type Store } from '@dropkit/core'
import { EMPTY_TALLY, MAX_AMOUNT } from '@dropkit/core/internal'
import {
  putDrop,
  SAMPLE_NOW,
  sampleAddress,
  sampleClaim,
  sampleDrop,
  sampleEvent,
  sampleToken,
} from '@dropkit/testing'
import { describe, expect, test } from 'vitest'
import { databases, onDatabase, pathOf, preparedSqliteDatabase, withStorage } from '../test/databases.ts'
import { noting } from '../test/query-plans.ts'
import { createSqlStorage } from './open-sql-storage.ts'
import { openSqlite } from './sqlite/sqlite-database.ts'

const ZERO = amountOf(0n)

/** Makes `count` claims for new wallets, like a batch of the claim queue. */
async function claimBatch(store: Store, drop: Drop, count: number): Promise<void> {
  const walletOf = (sequence: number) => sampleAddress(0x10_000 + sequence)
  const first = ((await store.drops([drop.id])).get(drop.id)?.tally.lastSequence ?? 0) + 1
  const wallets = Array.from({ length: count }, (_, place) => walletOf(first + place))
  const changed = await store.changeDrop(drop.id, { wallets }, (dropState) => {
    if (!dropState) throw new Error('no drop')
    const { tally } = dropState.drop
    const claims = wallets.map((claimer, place) =>
      sampleClaim(drop, tally.lastSequence + 1 + place, { claimer, slot: 1, amount: amountOf(1n) }),
    )
    const after = {
      ...tally,
      reservedAmount: amountOf(tally.reservedAmount + BigInt(count)),
      reservedCount: tally.reservedCount + count,
      lastSequence: tally.lastSequence + count,
    }
    return {
      insert: { claims },
      update: { drops: [{ ...dropState.drop, tally: after }] },
      events: claims.map(() => sampleEvent(drop, { type: 'drop.claimed' })),
      jobs: [{ kind: 'expire_claims', subject: drop.id, ownerId: drop.creatorId, dueAt: SAMPLE_NOW }],
      result: undefined,
    }
  })
  expect(changed.ok).toBe(true)
}

describe.each(databases)('a store on %s', (name, make) => {
  test('takes as many statements for a batch of 200 claims as for one', async () => {
    const statements: string[] = []
    const onStatement = (statement: string) => void statements.push(statement)
    await withStorage(
      make,
      async ({ store }) => {
        const { drop } = await putDrop(store)
        const counted = async (count: number) => {
          await store.drops([drop.id])
          statements.length = 0
          await claimBatch(store, drop, count)
          // Statements of the event log run separately, and on SQLite only small changes share a transaction.
          const isBeside = /event_log|place_events|hash|notify|savepoint|release/
          return statements.filter((statement) => !isBeside.test(statement))
        }
        const one = (await counted(1)).filter((statement) => statement !== 'drops')
        const many = (await counted(200)).filter((statement) => statement !== 'drops')
        expect(many.toSorted()).toEqual(one.toSorted())
        const wallets = name === 'SQLite' ? 'wallet_has_claims' : 'load_wallet_states'
        expect(one).toEqual(expect.arrayContaining([wallets, 'update_drop_tally', 'insert_claims']))
        expect(one.length).toBeLessThanOrEqual(12)
      },
      { onStatement, pollEveryMs: 60_000 },
    )
  })

  test('returns for many wallets the same as for each alone', () =>
    withStorage(make, async ({ store }) => {
      const { drop } = await putDrop(store, { maxPerWallet: 5 })
      const wallets = Array.from({ length: 12 }, (_, place) => sampleAddress(0x7000 + place))
      const claims = wallets
        .filter((_, place) => place % 3 === 0)
        .flatMap((claimer, place) => [
          sampleClaim(drop, 2 * place + 1, { claimer, slot: 1 }),
          sampleClaim(drop, 2 * place + 2, { claimer, slot: 2 }),
        ])
      await store.create({ insert: { claims } })
      const together = await store.dropState(drop.id, { wallets })
      for (const wallet of wallets) {
        const alone = await store.dropState(drop.id, { wallets: [wallet] })
        expect(together?.walletStates.get(wallet)).toEqual(alone?.walletStates.get(wallet))
      }
      expect(together?.walletStates.size).toBe(claims.length / 2)
    }))

  test('keeps amounts up to 2^64 − 1 exactly, and never adds them wrong', () =>
    withStorage(make, async ({ store }) => {
      const most = amountOf(MAX_AMOUNT)
      const tally = { ...EMPTY_TALLY, reservedAmount: amountOf(MAX_AMOUNT - 1n), heldAmount: amountOf(1n) }
      const { drop } = await putDrop(store, {
        pool: most,
        award: { kind: 'fixed', amount: most },
        price: { atomic: MAX_AMOUNT, currency: 'SUI' },
        tally,
      })
      await store.create({ insert: { claims: [sampleClaim(drop, 1, { amount: most })] } })
      expect((await store.drops([drop.id])).get(drop.id)).toEqual(drop)
      expect([...(await store.claims([{ dropId: drop.id, sequence: 1 }])).values()][0]?.amount).toBe(most)
    }))

  const broken: readonly (readonly [string, Partial<Drop>])[] = [
    [
      'more reserved and held than is in the pool',
      { tally: { ...EMPTY_TALLY, reservedAmount: amountOf(1_001n) } },
    ],
    [
      'one unit too much at the end of the range',
      {
        pool: amountOf(MAX_AMOUNT - 1n),
        tally: { ...EMPTY_TALLY, reservedAmount: amountOf(MAX_AMOUNT - 1n), heldAmount: amountOf(1n) },
      },
    ],
    [
      'all the range twice',
      { pool: MAX_AMOUNT, tally: { ...EMPTY_TALLY, reservedAmount: MAX_AMOUNT, heldAmount: MAX_AMOUNT } },
    ],
    ['more items than the supply', { supply: 3, tally: { ...EMPTY_TALLY, reservedCount: 2, heldItems: 2 } }],
    ['a negative amount', { pool: -1n as Drop['pool'] }],
    ['an amount beyond 2^64 − 1', { pool: (MAX_AMOUNT + 1n) as Drop['pool'] }],
    ['a status that does not exist', { status: 'GONE' as Drop['status'] }],
    ['no currency', { currency: null as unknown as string }],
  ]
  test.each(broken)('refuses a drop with %s from any writer', (_, fault) =>
    withStorage(make, async ({ store }) => {
      const { token, drop } = await putDrop(store)
      await expect(store.create({ insert: { drops: [sampleDrop(token, 2, fault)] } })).rejects.toThrow()
      const update = store.changeDrop(drop.id, {}, () => ({
        update: { drops: [{ ...drop, ...fault }] },
        events: [sampleEvent(drop)],
        result: undefined,
      }))
      await expect(update).rejects.toThrow()
      expect(await store.drops([drop.id, sampleDrop(token, 2).id])).toEqual(new Map([[drop.id, drop]]))
    }),
  )

  test('refuses payment totals that promise money twice, or give the owner unearned money', () =>
    withStorage(make, async ({ store }) => {
      const part = 3n * MAX_AMOUNT
      const totals = { received: 4n * part, refunded: part, paidOut: part, earned: 2n * part, owed: part }
      const { drop } = await putDrop(store, { payments: totals })
      const faults: readonly Partial<PaymentTotals>[] = [
        { refunded: 2n * part + 1n },
        { paidOut: 2n * part + 1n },
        { owed: 2n * part + 1n },
        { received: 4n * part + 1n },
        { earned: 2n * part - 1n },
      ]
      for (const fault of faults) {
        const changing = store.changeDrop(drop.id, {}, () => ({
          update: { drops: [{ ...drop, payments: { ...totals, ...fault } }] },
          result: undefined,
        }))
        await expect(changing).rejects.toThrow('drops_takings')
      }
      expect((await store.drops([drop.id])).get(drop.id)?.payments).toEqual(totals)
    }))

  test('refuses to give a place of a wallet on a drop to two claims', () =>
    withStorage(make, async ({ store }) => {
      const { drop } = await putDrop(store)
      const claimer = sampleAddress(7)
      await store.create({ insert: { claims: [sampleClaim(drop, 1, { claimer, slot: 1 })] } })
      const second = sampleClaim(drop, 2, { claimer, slot: 1 })
      await expect(
        store.create({ insert: { claims: [second] }, events: [sampleEvent(drop)] }),
      ).rejects.toThrow()
      expect((await store.listClaims({}, { limit: 10 })).map(({ sequence }) => sequence)).toEqual([1])
    }))

  test('still has everything after it was closed and opened again', () =>
    onDatabase(make, async (database) => {
      const query: DropStateQuery = { wallets: [sampleAddress(0x10_001)], allClaims: true }
      const first = await database.open()
      const { drop } = await putDrop(first.store, {
        gating: {
          id: `gating_${'0'.repeat(32)}` as NonNullable<Drop['gating']>['id'],
          ownerId: sampleToken({ id: 'user_x' } as never, 1).creatorId,
          isActive: true,
          rules: [{ key: 'claim_count', operator: '>=', value: '1 "quoted" \\ {,}', description: null }],
          version: 3,
          updatedAt: SAMPLE_NOW,
        },
      })
      await claimBatch(first.store, drop, 3)
      const [job] = await first.jobs.take(SAMPLE_NOW, 1_000, 1)
      await first.keyValues.transact(['key'], () => ({ writes: new Map([['key', 'välue\n']]), result: 0 }))
      const dropState = await first.store.dropState(drop.id, query)
      await first.close()

      const second = await database.open()
      expect(await second.store.dropState(drop.id, query)).toEqual(dropState)
      expect(dropState?.drop.tally).toMatchObject({ reservedAmount: 3n, reservedCount: 3, lastSequence: 3 })
      expect(dropState?.drop.gating?.rules).toHaveLength(1)
      expect(await second.store.events({ since: 0, limit: 10 })).toHaveLength(3)
      expect(await second.keyValues.get(['key'])).toEqual(new Map([['key', 'välue\n']]))
      expect(job && (await second.jobs.finish(job, { kind: 'done' }))).toBe(true)
      await second.close()
    }))

  test('finishes running work when it is closed, and accepts no more', () =>
    onDatabase(make, async (database) => {
      const { store, close } = await database.open()
      const { drop } = await putDrop(store)
      const running = Array.from({ length: 30 }, (_, place) =>
        store.create({
          insert: { claims: [sampleClaim(drop, place + 1)] },
          events: [sampleEvent(drop)],
        }),
      )
      const closed = close()
      await expect(store.drops([drop.id])).rejects.toThrow()
      expect((await Promise.all(running)).every((done) => done.ok)).toBe(true)
      await closed
      await expect(store.create({ events: [sampleEvent(drop)] })).rejects.toThrow()

      const again = await database.open()
      expect(await again.store.listClaims({ dropId: drop.id }, { limit: 200 })).toHaveLength(30)
      expect(await again.store.events({ since: 0, limit: 200 })).toHaveLength(30)
      await again.close()
    }))

  test('serves two servers on one database', () =>
    onDatabase(make, async (database) => {
      const servers = [
        await database.open({ pollEveryMs: 20 }),
        await database.open({ pollEveryMs: 20 }),
      ] as const
      const [one, other] = servers
      const { drop } = await putDrop(one.store, { pool: amountOf(10_000n) })
      const heard = new Promise<void>((resolve) => other.store.onEvents(resolve))
      const claim = async (server: (typeof servers)[number], n: number) =>
        server.store.changeDrop(drop.id, {}, (dropState) => {
          if (!dropState) throw new Error('no drop')
          const sequence = dropState.drop.tally.lastSequence + 1
          return {
            insert: { claims: [sampleClaim(drop, sequence, { claimer: sampleAddress(n) })] },
            update: {
              drops: [
                {
                  ...dropState.drop,
                  tally: { ...dropState.drop.tally, heldAmount: ZERO, lastSequence: sequence },
                },
              ],
            },
            events: [sampleEvent(drop, { data: { sequence } })],
            result: sequence,
          }
        })
      const made = await Promise.all(
        Array.from({ length: 60 }, (_, n) => claim(n % 2 === 0 ? one : other, n + 1)),
      )
      const sequences = made.map((result) => (result.ok ? result.value : 0)).sort((a, b) => a - b)
      expect(sequences).toEqual(Array.from({ length: 60 }, (_, n) => n + 1))
      await heard
      await expect
        .poll(async () =>
          (await other.store.events({ since: 0, limit: 200 })).map(({ data }) => data['sequence']),
        )
        .toEqual(sequences)
      for (const server of servers) await server.close()
    }))

  test(`keeps ${name} ready for check`, () =>
    withStorage(make, async ({ store }) => {
      await expect(store.check()).resolves.toBeUndefined()
    }))
})

test('a shortcode is lower-cased before it is looked up, because a database may convert I to ı', () =>
  onDatabase(preparedSqliteDatabase, async ({ url }) => {
    const database = noting(await openSqlite({ path: pathOf(url), pollEveryMs: 60_000 }))
    const { store, close } = createSqlStorage(database)
    await store.dropByShortcode('PIZZA-I')
    expect(database.asked.map((load) => 'values' in load && load.values)).toEqual([['pizza-i']])
    await close()
  }))

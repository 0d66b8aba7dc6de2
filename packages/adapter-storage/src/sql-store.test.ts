import {
  amountOf,
  createDropkit,
  DEFAULT_SETTINGS,
  type Drop,
  type DropStateQuery,
  type GasSponsor,
  ok,
  type PaymentTotals,
  type Refusal,
  type Result,
  type Store,
} from '@dropkit/core'
import { EMPTY_TALLY, MAX_AMOUNT } from '@dropkit/core/internal'
import {
  createTestService,
  granted,
  putDrop,
  SAMPLE_NOW,
  sampleAddress,
  sampleClaim,
  sampleDrop,
  sampleEvent,
  sampleToken,
  testWallet,
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

const LIMIT = 100_000

describe.each(databases)('the bytes that a user has stored in all on %s', (_name, make) => {
  test('are not exceeded by uploads through two servers at the same time, and deleting frees them', () =>
    onDatabase(make, async (database) => {
      const servers = [await database.open(), await database.open()] as const
      const [{ store, jobs, keyValues }] = servers
      const { ports, owner } = await createTestService({ instead: { store, jobs } })
      const dropkits = servers.map((server) =>
        createDropkit(
          { ...ports, store: server.store, jobs: server.jobs, keyValues: server.keyValues },
          { storedBytesPerUser: LIMIT },
        ),
      )
      const [dropkit] = dropkits
      if (!dropkit) throw new Error('no server')
      const used = async () => (await dropkit.readStoredBytes(owner))?.used ?? 0
      const results = await Promise.all(
        Array.from({ length: 60 }, (_, n) => {
          const input = { file: btoa('x'.repeat(9_000 + n)), filename: 'a.txt', contentType: 'text/plain' }
          return (dropkits[n % 2] ?? dropkit).uploadFile(owner, input)
        }),
      )
      const stored = results.flatMap((result) => (result.ok ? [result.value] : []))
      expect(stored.length).toBeGreaterThanOrEqual(5)
      const bytes = stored.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
      expect(await used()).toBeGreaterThan(bytes)
      expect(await used()).toBeLessThanOrEqual(LIMIT)
      const refusals = results.flatMap((result) => (result.ok ? [] : [result.error]))
      for (const refusal of refusals)
        expect(refusal).toMatchObject({ kind: 'conflict', details: { limit: 'storedBytesPerUser' } })
      const removed = stored.map(({ id }, n) =>
        (dropkits[n % 2] ?? dropkit).deleteFile(owner, { url: `/files/${id}/a.txt` }),
      )
      for (const result of await Promise.all(removed)) granted(result)
      expect(await used()).toBe(0)
      expect(await keyValues.get([`limits/stored-in-all/${owner.user.id}`])).not.toEqual(new Map())
      for (const server of servers) await server.close()
    }))

  test('are noted in the transaction of the change, also when it shares one with changes of other drops', () =>
    onDatabase(make, async (database) => {
      const { store, jobs, keyValues, close } = await database.open()
      const { createDrop } = await createTestService({ instead: { store, jobs } })
      const drops = await Promise.all([1, 2, 3].map(() => createDrop()))
      const keys = drops.map(({ id }) => `noted/${id}`)
      await keyValues.transact(keys, () => ({
        writes: new Map(keys.map((key) => [key, 'before'])),
        result: undefined,
      }))
      const notes = (key: string) => new Map(['unknown', key].map((one) => [one, 'after']))
      await Promise.all(
        drops.map(({ id }) =>
          store.changeDrop(id, {}, () => ({ result: undefined, notes: notes(`noted/${id}`) })),
        ),
      )
      expect(await keyValues.get(['unknown', ...keys])).toEqual(new Map(keys.map((key) => [key, 'after'])))
      await expect(
        store.changeDrop(drops[0]?.id ?? ('' as never), {}, () => ({
          result: undefined,
          notes: new Map(keys.map((key) => [key, 'lost'])),
          update: { drops: [{ ...drops[0], id: 'unknown' } as never] },
        })),
      ).rejects.toThrow()
      expect([...(await keyValues.get(keys)).values()]).not.toContain('lost')
      await close()
    }))

  test('no longer contain the texts of a deleted drop', () =>
    onDatabase(make, async (database) => {
      const { store, jobs, keyValues, close } = await database.open()
      const { ports, owner, tokenId } = await createTestService({ instead: { store, jobs } })
      const dropkit = createDropkit({ ...ports, keyValues }, { storedBytesPerUser: LIMIT })
      const terms = { title: 'Pepper', type: 'TOKEN', claimType: 'REGULAR', maxAmount: '1000' } as const
      const input = {
        ...terms,
        existingTokenId: tokenId,
        description: 'x'.repeat(4_000),
        metadata: { a: 'b' },
      }
      const { id } = granted(await dropkit.createDrop(owner, input))
      const before = (await dropkit.readStoredBytes(owner))?.used ?? 0
      granted(await dropkit.deleteDrop(owner, id))
      expect((await dropkit.readStoredBytes(owner))?.used).toBeLessThan(before - 2_500)
      expect(await store.dropForSettlement(id)).toMatchObject({ description: null, metadata: {} })
      await close()
    }))
})

// Two servers on one database that get the same sponsored claim at the same moment.

const GAS = 5n

/** Submits one offer to two servers, whose transactions are sent at the same moment. Returns the gas that is counted. */
async function submitTwice(
  make: (typeof databases)[number][1],
  outcomes: readonly Result<void, Refusal>[],
): Promise<bigint> {
  let counted = 0n
  await onDatabase(make, async (database) => {
    const storages = [await database.open(), await database.open()] as const
    try {
      const { ports, owner, createDrop } = await createTestService({ instead: storages[0] })
      const bothTook = Promise.withResolvers<void>()
      let sending = 0
      const gasSponsor: GasSponsor = {
        prepare: async () => ok({ transactionBytes: 'AA==', digest: 'digest', gas: GAS }),
        async send() {
          const outcome = outcomes[sending++] ?? ok(undefined)
          if (sending === 2) bothTook.resolve()
          await bothTook.promise
          return outcome
        },
      }
      const [one, other] = storages.map(({ store, jobs, keyValues }) =>
        createDropkit(
          { ...ports, store, jobs, keyValues, gasSponsor },
          {
            ...DEFAULT_SETTINGS,
            gasPerUserDay: 1_000_000_000,
          },
        ),
      ) as [ReturnType<typeof createDropkit>, ReturnType<typeof createDropkit>]
      const drop = await createDrop({ delivery: 'SPONSORED' })
      const { claim } = granted(await one.claimDrop(owner, { dropId: drop.id, userAddress: testWallet(1) }))
      const offer = granted(
        await one.prepareSponsoredClaim(owner, `claim_${drop.id.slice('drop_'.length)}_${claim.sequence}`),
      )
      const used = async () => {
        const key = `limits/gas/${owner.user.id}`
        const value = (await storages[0].keyValues.get([key])).get(key)
        return BigInt(value?.split(' ')[1] ?? 0)
      }
      const before = await used()
      const input = { sponsorship: offer?.sponsorship ?? '', signature: 'signature' }
      await Promise.all([one.submitSponsoredClaim(owner, input), other.submitSponsoredClaim(owner, input)])
      expect(sending).toBe(2)
      counted = (await used()) - before
    } finally {
      for (const storage of storages) await storage.close()
    }
  })
  return counted
}

const refused: Result<void, Refusal> = {
  ok: false,
  error: { kind: 'conflict', reason: 'CHAIN_REFUSED', message: 'refused by the node' },
}
const unknown: Result<void, Refusal> = {
  ok: false,
  error: { kind: 'chain_unavailable', reason: 'no answer' },
}

describe.each(databases)(
  'the gas of one sponsored claim on %s, submitted to two servers at once,',
  (_, make) => {
    test.each([
      ['is counted once when both send it', [ok(undefined), ok(undefined)], GAS],
      ['is counted once when only one of them is told that it was sent', [ok(undefined), refused], GAS],
      ['is counted once when the other one is told', [refused, ok(undefined)], GAS],
      ['is counted once when the outcome is not known', [unknown, refused], GAS],
      ['is not counted when neither sends it', [refused, refused], 0n],
    ])('%s', async (_what, outcomes, expected) => {
      expect(await submitTwice(make, outcomes)).toBe(expected)
    })
  },
)

// Concurrent changes of different drops share transactions. Each has the same result as alone.
import { randomBytes } from 'node:crypto'
import { createDropkit, type Drop, type DropId, type LotteryEntry, type Store } from '@dropkit/core'
import { idOf } from '@dropkit/core/internal'
import {
  createTestService,
  granted,
  present,
  put,
  sampleAddress,
  sampleClaim,
  sampleDrop,
  sampleToken,
  sampleUser,
  type TestService,
  testWallet,
} from '@dropkit/testing'
import { Client } from 'pg'
import { describe, expect, test } from 'vitest'
import { withClient } from '../../../../test/support/postgres-client.ts'
import {
  databases,
  onDatabase,
  pathOf,
  preparedPostgresDatabase,
  preparedSqliteDatabase,
  withStorage,
} from '../../test/databases.ts'
import type { Database } from '../database.ts'
import type { SqlStorage } from '../index.ts'
import { createSqlStorage } from '../open-sql-storage.ts'
import { openPostgres } from '../postgres/postgres-database.ts'
import { openSqlite } from '../sqlite/sqlite-database.ts'

const OWNER = sampleUser(1)
const TOKEN = sampleToken(OWNER, 1)
const DROPS = Array.from({ length: 20 }, (_, n) => sampleDrop(TOKEN, n + 1, { shortcode: `code-${n}` }))
const WALLET = sampleAddress(0x77)

const setUp = (store: Store) => put(store, { users: [OWNER], tokens: [TOKEN], drops: DROPS })

/** Inserts the drop's first claim. */
const claimOn = (store: Store, drop: Drop, result: string, before = () => {}) =>
  store.changeDrop(drop.id, { wallets: [WALLET] }, (dropState) => {
    before()
    const { tally } = present(dropState, drop.id).drop
    const after = { ...drop, tally: { ...tally, lastSequence: tally.lastSequence + 1 } }
    const claim = sampleClaim(drop, tally.lastSequence + 1, { claimer: WALLET })
    return { insert: { claims: [claim] }, update: { drops: [after] }, result }
  })

const sequencesOf = async (store: Store): Promise<number[]> => {
  const drops = await store.drops(DROPS.map(({ id }) => id))
  return DROPS.map(({ id }) => present(drops.get(id), id).tally.lastSequence)
}

const claimsOn = async (store: Store, drop: Drop): Promise<number> =>
  (await store.claimsInOrder(drop.id, 0, 10)).length

describe.each(databases)('changes of different drops at the same time on %s', (_name, database) => {
  test('share transactions, and each gets its own drop and its own answer', async () => {
    const ran: string[] = []
    await withStorage(
      database,
      async ({ store }) => {
        await setUp(store)
        ran.length = 0
        const answers = await Promise.all(DROPS.map((drop) => claimOn(store, drop, drop.title)))
        expect(answers).toEqual(DROPS.map(({ title }) => ({ ok: true, value: title })))
        expect(ran.filter((name) => name === 'insert_claims').length).toBeLessThan(5)
        expect(await sequencesOf(store)).toEqual(DROPS.map(() => 1))
      },
      { onStatement: (name) => ran.push(name) },
    )
  })

  test('share a transaction when none of them asks about a wallet', async () => {
    const ran: string[] = []
    await withStorage(
      preparedPostgresDatabase,
      async ({ store }) => {
        await setUp(store)
        ran.length = 0
        const change = (drop: Drop) => store.changeDrop(drop.id, {}, () => ({ result: drop.id }))
        const changed = await Promise.all(DROPS.map(change))
        expect(changed).toEqual(DROPS.map(({ id }) => ({ ok: true, value: id })))
        expect(ran.filter((name) => name === 'commit').length).toBeLessThan(5)
        expect(ran).not.toContain('rollback')
      },
      { onStatement: (name) => ran.push(name) },
    )
  })

  test('see the wallets of their own drop only', () =>
    withStorage(database, async ({ store }) => {
      await setUp(store)
      const [first, ...others] = DROPS as [Drop, ...Drop[]]
      await claimOn(store, first, '')
      const walletStates = await Promise.all(
        DROPS.map((drop) =>
          store.changeDrop(drop.id, { wallets: [WALLET] }, (dropState) => ({
            result: present(dropState, drop.id)
              .walletStates.get(WALLET)
              ?.live.map(({ sequence }) => sequence),
          })),
        ),
      )
      const nothing = { ok: true, value: undefined }
      expect(walletStates).toEqual([{ ok: true, value: [1] }, ...others.map(() => nothing)])
    }))

  test('of an unknown drop do not affect the others', () =>
    withStorage(database, async ({ store }) => {
      await setUp(store)
      const missing = idOf('drop', 'f'.repeat(32))
      const [seen, ...answers] = await Promise.all([
        store.changeDrop(missing, { wallets: [WALLET] }, (dropState) => ({ result: dropState })),
        ...DROPS.map((drop) => claimOn(store, drop, 'claimed')),
      ])
      expect(seen).toEqual({ ok: true, value: null })
      expect(new Set(answers.map((answer) => answer.ok && answer.value))).toEqual(new Set(['claimed']))
    }))

  test('fail alone when their decision throws', () =>
    withStorage(database, async ({ store }) => {
      await setUp(store)
      const answers = await Promise.allSettled(
        DROPS.map((drop, n) =>
          claimOn(store, drop, 'claimed', () => {
            if (n === 7) throw new Error('no decision')
          }),
        ),
      )
      expect(answers.map(({ status }) => status)).toEqual(
        DROPS.map((_, n) => (n === 7 ? 'rejected' : 'fulfilled')),
      )
      expect(await sequencesOf(store)).toEqual(DROPS.map((_, n) => (n === 7 ? 0 : 1)))
    }))

  test('fail alone if their writes are refused', () =>
    withStorage(database, async ({ store }) => {
      await setUp(store)
      const [, taken] = DROPS as [Drop, Drop]
      await put(store, { claims: [sampleClaim(taken, 1, { claimer: sampleAddress(0x78) })] })
      const answers = await Promise.allSettled(DROPS.map((drop) => claimOn(store, drop, 'claimed')))
      expect(answers.map(({ status }) => status)).toEqual(
        DROPS.map((drop) => (drop === taken ? 'rejected' : 'fulfilled')),
      )
      expect(await Promise.all(DROPS.map((drop) => claimsOn(store, drop)))).toEqual(DROPS.map(() => 1))
    }))

  test('of the same drop follow each other', () =>
    withStorage(database, async ({ store }) => {
      await setUp(store)
      const [drop] = DROPS as [Drop]
      const count = (n: number) =>
        store.changeDrop(drop.id, { wallets: [sampleAddress(n)] }, (dropState) => {
          const before = present(dropState, drop.id).drop
          const lastSequence = before.tally.lastSequence + 1
          return {
            update: { drops: [{ ...before, tally: { ...before.tally, lastSequence } }] },
            result: lastSequence,
          }
        })
      const answers = await Promise.all(DROPS.map((_, n) => count(n + 1)))
      const counted = answers.map((answer) => (answer.ok ? answer.value : 0))
      expect(counted.toSorted((one, other) => one - other)).toEqual(DROPS.map((_, n) => n + 1))
    }))
})

test('changes on Postgres do not wait for a drop that another transaction has locked, which is changed once it is free', () =>
  withStorage(preparedPostgresDatabase, async ({ store }, { url }) => {
    await setUp(store)
    const [locked, ...others] = DROPS as [Drop, ...Drop[]]
    const client = new Client({ connectionString: url })
    await client.connect()
    await client.query('begin')
    await client.query('select 1 from drops where id = $1 for update', [locked.id])
    let isFree = false
    const late = claimOn(store, locked, 'late', () => expect(isFree).toBe(true))
    await Promise.all(others.map((drop) => claimOn(store, drop, 'claimed')))
    isFree = true
    await client.query('commit')
    await client.end()
    expect(await late).toEqual({ ok: true, value: 'late' })
    expect(await sequencesOf(store)).toEqual(DROPS.map(() => 1))
  }))

// Claims go on while a large number of claim links or a long list of wallets is stored.

describe('large changes beside claims', () => {
  const MANY = 30_000
  /** One transaction may be under way when a claim arrives, and one may be before it in the queue. */
  const MOST_PIECES_BEFORE_A_CLAIM = 2
  const MOST_ROWS_PER_PIECE = 1_000
  /** A claim alone writes fewer rows. */
  const FEWEST_ROWS_PER_PIECE = 100

  /** Notes the keys that each large transaction writes. */
  function notingPieces(database: Database) {
    const pieces: (readonly unknown[])[] = []
    const change: Database['change'] = async (loads, decide, hints) => {
      let keys: readonly unknown[] = []
      const result = await database.change(
        loads,
        (loaded) => {
          const decided = decide(loaded)
          keys = decided.writes.flatMap(({ rows }) => rows.map(([, key]) => key))
          return decided
        },
        hints,
      )
      if (keys.length >= FEWEST_ROWS_PER_PIECE) pieces.push(keys)
      return result
    }
    return { noting: { ...database, change }, pieces }
  }

  type Prepare = (service: TestService) => Promise<() => Promise<unknown>>

  /** What is stored, its table, and a function that prepares the change. */
  const changes: readonly (readonly [string, string, Prepare])[] = [
    [
      'claim links',
      'claim_links',
      async ({ createDrop, dropkit, owner }) => {
        const { id: dropId } = await createDrop()
        const publicKeys = Array.from({ length: MANY }, () => randomBytes(32).toString('base64url'))
        return () => dropkit.createClaimLinks(owner, { dropId, publicKeys })
      },
    ],
    [
      'a list of wallets',
      'wallet_list_members',
      async ({ createDrop, dropkit, owner }) => {
        const { id: dropId } = await createDrop()
        const wallets = Array.from({ length: MANY }, () => `0x${randomBytes(32).toString('hex')}`)
        const { id } = granted(
          await dropkit.uploadFile(owner, {
            file: Buffer.from(wallets.join('\n')).toString('base64'),
            filename: 'wallets.csv',
            contentType: 'text/csv',
          }),
        )
        const rules = [{ key: 'wallet_allowlist', operator: 'in', value: `file:/files/${id}/wallets.csv` }]
        return () => dropkit.updateGatingConfig(owner, dropId, { rules })
      },
    ],
  ]

  /** Stores many rows while `claims` makes claims, each with its own number. */
  async function storeMany(
    database: Database,
    prepare: Prepare,
    claims: (storing: {
      readonly pieces: readonly unknown[]
      readonly isOver: () => boolean
      readonly claim: (n: number) => Promise<void>
    }) => Promise<void>,
  ): Promise<void> {
    const { noting, pieces } = notingPieces(database)
    const { store, jobs, deliveries, idempotency, retention, close } = createSqlStorage(noting)
    const service = await createTestService({
      instead: { store, jobs, deliveries, idempotency, retention },
    })
    const { id: dropId } = await service.createDrop({ maxAmount: '1000000' })
    const change = await prepare(service)

    let isOver = false
    const changing = change().finally(() => {
      isOver = true
    })
    const claim = async (n: number) => {
      granted(await service.dropkit.createClaim(service.owner, { dropId, userAddress: testWallet(n) }))
    }
    await claims({ pieces, isOver: () => isOver, claim })
    await changing
    await close()
    expect(pieces.flat()).toHaveLength(MANY)
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(MOST_ROWS_PER_PIECE)
    // Rows in the order of their key touch few pages: a piece in another order takes twice as long.
    expect(pieces.flat()).toEqual(pieces.flat().toSorted())
  }

  test.each(changes)(
    'on SQLite, a claim waits for few rows of %s that are stored at the same time',
    (_, __, prepare) =>
      onDatabase(preparedSqliteDatabase, async ({ url }) => {
        const database = await openSqlite({ path: pathOf(url), pollEveryMs: 60_000 })
        const waited: number[] = []
        await storeMany(database, prepare, async ({ pieces, isOver, claim }) => {
          for (let n = 1; !isOver(); n++) {
            const before = pieces.length
            await claim(n)
            waited.push(pieces.length - before)
          }
        })
        expect(Math.max(...waited)).toBeLessThanOrEqual(MOST_PIECES_BEFORE_A_CLAIM)
      }),
  )

  test.each(changes)(
    'on Postgres, a claim does not wait for %s that are stored at the same time',
    (_, table, prepare) =>
      onDatabase(preparedPostgresDatabase, async ({ url }) => {
        const database = await openPostgres({
          url,
          maxConnections: 4,
          connectTimeoutMs: 5_000,
          statementTimeoutMs: 30_000,
          pollEveryMs: 60_000,
        })
        await withClient(url, async (client) => {
          await client.query('begin')
          await client.query(`lock table ${table} in share mode`)
          await storeMany(database, prepare, async ({ pieces, claim }) => {
            const waiting = 'select from pg_locks where relation = $1::regclass and not granted'
            const isHeldUp = async () => (await client.query(waiting, [table])).rowCount
            await expect.poll(isHeldUp).toBe(1)
            await claim(1)
            expect(pieces).toEqual([])
            await client.query('commit')
          })
        })
      }),
  )
})

// A lottery with a few hundred entries more than a chunk, on each database. Two servers draw it at once, and each may stop
// after any step.

const ENTRIES = 1_200
const DAY_MS = 86_400_000

const entryOf = (dropId: DropId, n: number, enteredAt: number): LotteryEntry => ({
  dropId,
  // The wallets are entered in a different order than their sort order.
  wallet: testWallet((n * 7_919) % 1_000_003),
  enteredAt,
  chunkRoot: null,
  orderKey: null,
  rank: null,
})

async function drawn({ store, jobs, deliveries, idempotency, retention }: SqlStorage) {
  const service = await createTestService({ instead: { store, jobs, deliveries, idempotency, retention } })
  const { ports } = service
  const entriesCloseAt = ports.clock.now() + DAY_MS
  const terms = {
    supply: 10,
    maxAmount: '100',
    tokenAmount: '10',
    admission: 'LOTTERY',
    entriesCloseAt,
  } as const
  const drop = await service.createDrop(terms)
  const entries = Array.from({ length: ENTRIES }, (_, n) => entryOf(drop.id, n + 1, ports.clock.now()))
  await store.changeDrop(drop.id, {}, (held) => {
    if (!held?.drop.lottery) throw new Error('the drop has a lottery')
    const lottery = { ...held.drop.lottery, entries: ENTRIES }
    return {
      result: undefined,
      insert: { lotteryEntries: entries },
      update: { drops: [{ ...held.drop, lottery }] },
    }
  })
  ports.clock.advance(DAY_MS)
  for (let round = 0; round < 40; round++) {
    await jobs.request([
      { kind: 'run_lottery', subject: drop.id, ownerId: drop.creatorId, dueAt: ports.clock.now() },
    ])
    const servers = [createDropkit(ports), createDropkit(ports)]
    await Promise.all(servers.map((server) => server.runDueJobs()))
    ports.clock.advance(1_000)
    const { lottery } = await service.reread(drop)
    if (lottery?.draw.kind === 'DRAWN' && lottery.draw.waves.length > 0) break
  }
  const wallets = entries.map(({ wallet }) => wallet)
  const ranked = await store.dropState(drop.id, { entriesOf: wallets })
  const inOrder = [...(ranked?.entries.values() ?? [])].sort(
    (one, other) => (one.rank ?? 0) - (other.rank ?? 0),
  )
  const events = await store.events({ dropId: drop.id, limit: 100 })
  const told = events.map(({ type }) => type).filter((type) => type.startsWith('lottery.'))
  return { inOrder, told, draw: (await service.reread(drop)).lottery?.draw }
}

describe.each(databases)('a lottery on %s', (_name, make) => {
  test('gives each entry one rank, in the order of their keys, and is drawn once', async () => {
    await onDatabase(make, async (database) => {
      const storage = await database.open()
      try {
        const { inOrder, told, draw } = await drawn(storage)
        expect(inOrder.map(({ rank }) => rank)).toEqual(Array.from({ length: ENTRIES }, (_, n) => n + 1))
        const keys = inOrder.map(({ orderKey }) => orderKey ?? '')
        expect(keys).toEqual(keys.toSorted())
        expect(told.toSorted()).toEqual(['lottery.admitted', 'lottery.closed', 'lottery.drawn'])
        expect(draw).toMatchObject({ kind: 'DRAWN', waves: [{ firstRank: 1, lastRank: 10 }] })
      } finally {
        await storage.close()
      }
    })
  })
})

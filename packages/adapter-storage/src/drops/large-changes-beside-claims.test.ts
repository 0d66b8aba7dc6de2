// Claims go on while a large number of claim links or a long list of wallets is stored.

import { randomBytes } from 'node:crypto'
import type { Address } from '@dropkit/core'
import { idOf } from '@dropkit/core/internal'
import { createTestService, granted, put, sampleFile, type TestService, testWallet } from '@dropkit/testing'
import { expect, test } from 'vitest'
import { onDatabase, pathOf, preparedPostgresDatabase, sqliteDatabase } from '../../test/databases.ts'
import type { Database } from '../database.ts'
import { createSqlStorage } from '../open-sql-storage.ts'
import { openPostgres } from '../postgres/postgres-database.ts'
import { openSqlite } from '../sqlite/sqlite-database.ts'

const MANY = 30_000
/** One transaction may be under way when a claim arrives, and one may be before it in the queue. */
const MOST_PIECES_BEFORE_A_CLAIM = 2
const MOST_ROWS_PER_PIECE = 1_000
/** A claim alone writes fewer rows. */
const FEWEST_ROWS_PER_PIECE = 100
const TEST_LIMIT_MS = 120_000

/** Notes the keys that each large transaction writes. */
function notingPieces(database: Database) {
  const pieces: (readonly unknown[])[] = []
  const change: Database['change'] = async (loads, decide, size) => {
    let keys: readonly unknown[] = []
    const result = await database.change(
      loads,
      (loaded) => {
        const decided = decide(loaded)
        keys = decided.writes.flatMap(({ rows }) => rows.map(([, key]) => key))
        return decided
      },
      size,
    )
    if (keys.length >= FEWEST_ROWS_PER_PIECE) pieces.push(keys)
    return result
  }
  return { noting: { ...database, change }, pieces }
}

const databases = [
  ['SQLite', sqliteDatabase, (url: string) => openSqlite({ path: pathOf(url), pollEveryMs: 60_000 })],
  [
    'Postgres',
    preparedPostgresDatabase,
    (url: string) =>
      openPostgres({
        url,
        maxConnections: 4,
        connectTimeoutMs: 5_000,
        statementTimeoutMs: 30_000,
        pollEveryMs: 60_000,
      }),
  ],
] as const

const changes: readonly (readonly [string, (service: TestService) => Promise<() => Promise<unknown>>])[] = [
  [
    'claim links',
    async ({ createDrop, dropkit, owner }) => {
      const { id: dropId } = await createDrop()
      const publicKeys = Array.from({ length: MANY }, () => randomBytes(32).toString('base64url'))
      return () => dropkit.createClaimLinks(owner, { dropId, publicKeys })
    },
  ],
  [
    'a list of wallets',
    async ({ ports, owner }) => {
      const file = { ...sampleFile(owner.user, 1), id: idOf('file', 'f'.repeat(32)) }
      await put(ports.store, { files: [file] })
      const wallets = Array.from({ length: MANY }, () => `0x${randomBytes(32).toString('hex')}` as Address)
      return () => ports.store.keepWalletList(file.id, wallets)
    },
  ],
]

const cases = databases.flatMap(([name, make, open]) =>
  changes.map(([what, prepare]) => [name, what, make, open, prepare] as const),
)

test.each(cases)(
  'on %s, a claim waits for few rows of %s that are stored at the same time',
  (_, __, make, open, prepare) =>
    onDatabase(make, async ({ url }) => {
      const { noting, pieces } = notingPieces(await open(url))
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
      const waited: number[] = []
      for (let n = 1; !isOver; n++) {
        const before = pieces.length
        granted(await service.dropkit.claimDrop(service.owner, { dropId, userAddress: testWallet(n) }))
        waited.push(pieces.length - before)
      }
      await changing
      await close()
      expect(pieces.flat()).toHaveLength(MANY)
      expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(MOST_ROWS_PER_PIECE)
      expect(Math.max(...waited)).toBeLessThanOrEqual(MOST_PIECES_BEFORE_A_CLAIM)
      // Rows in the order of their key touch few pages: a piece in another order takes twice as long.
      expect(pieces.flat()).toEqual(pieces.flat().toSorted())
    }),
  TEST_LIMIT_MS,
)

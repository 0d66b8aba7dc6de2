import { copyFileSync, renameSync, rmSync, truncateSync } from 'node:fs'
import { putDrop, sampleClaim } from '@dropkit/testing'
import { expect, test } from 'vitest'
import { onDatabase, pathOf, sqliteDatabase } from '../../test/databases.ts'
import { createSqlStorage } from '../open-sql-storage.ts'
import { openSqlite } from './sqlite-database.ts'

const LARGE = 40

/** Damages the files of an open database. Returns the results of later changes and of the health check. */
async function changedAfter(damage: (path: string) => void, claimCount: number) {
  let result: readonly unknown[] = []
  await onDatabase(sqliteDatabase, async ({ url }) => {
    const path = pathOf(url)
    const errors: unknown[] = []
    const log = {
      debug() {},
      info() {},
      warn() {},
      error: (_: string, fields?: object) => void errors.push(fields),
    }
    const database = await openSqlite({ path, pollEveryMs: 60_000, log })
    const { store, close } = createSqlStorage(database)
    const { drop } = await putDrop(store)
    await database.check()
    damage(path)
    let sequence = 0
    const outcomes: string[] = []
    for (let round = 0; round < 3; round++) {
      const claims = Array.from({ length: claimCount }, () => sampleClaim(drop, ++sequence))
      await store.create({ insert: { claims } }).then(
        () => outcomes.push('acknowledged'),
        (cause: Error) => outcomes.push(cause.name),
      )
    }
    const health = await database.check().then(
      () => 'ready',
      (cause: Error) => cause.name,
    )
    result = [outcomes, health, errors.length]
    await close().catch(() => undefined)
  })
  return result
}

const refused = [['StoreUnavailable', 'StoreUnavailable', 'StoreUnavailable'], 'StoreUnavailable', 1]

const DAMAGE: readonly [name: string, damage: (path: string) => void][] = [
  ['removed', (path) => rmSync(path)],
  ['moved', (path) => renameSync(path, `${path}.moved`)],
  [
    'replaced by a copy',
    (path) => {
      copyFileSync(path, `${path}.copy`)
      renameSync(`${path}.copy`, path)
    },
  ],
  ['truncated', (path) => truncateSync(path, 0)],
  ['removed, its log only,', (path) => rmSync(`${path}-wal`)],
  ['moved, its log only,', (path) => renameSync(`${path}-wal`, `${path}-wal.moved`)],
  ['truncated, its log only,', (path) => truncateSync(`${path}-wal`, 0)],
  ['truncated in the middle, its log only,', (path) => truncateSync(`${path}-wal`, 8_192)],
]

test.skipIf(process.platform === 'win32').each(DAMAGE)(
  'a database file that was %s under a running server acknowledges no change, and is not ready',
  async (_, damage) => {
    expect(await changedAfter(damage, 1)).toEqual(refused)
    expect(await changedAfter(damage, LARGE)).toEqual(refused)
  },
)

test('untouched files stay intact through many commits and checkpoints', () =>
  onDatabase(sqliteDatabase, async ({ url }) => {
    const path = pathOf(url)
    const database = await openSqlite({
      path,
      pollEveryMs: 60_000,
      onWriter: (raw) => raw.pragma('journal_size_limit = 0'),
    })
    const { store, close } = createSqlStorage(database)
    const { drop } = await putDrop(store)
    for (let round = 0; round < 60; round++) {
      const claims = Array.from({ length: 100 }, (_, n) => sampleClaim(drop, round * 100 + n + 1))
      await store.create({ insert: { claims } })
      await database.check()
    }
    await close()
  }))

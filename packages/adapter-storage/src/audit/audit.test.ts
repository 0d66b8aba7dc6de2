import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Difference, LOG_REMOVED_KEY } from '@dropkit/core'
import { createTestPorts, differencesIn } from '@dropkit/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withClient } from '../../../../test/support/postgres-client.ts'
import { brokenRows, whileBroken } from '../../test/break-rows.ts'
import {
  databases,
  type OwnDatabase,
  onDatabase,
  preparedPostgresDatabase,
  waitingSessions,
} from '../../test/databases.ts'
import { type FurnishedStore, furnishStore, namesIn } from '../../test/furnished-store.ts'
import { openAudit } from '../index.ts'

describe.each(databases)('an audit of a store on %s', (_, makeDatabase) => {
  let database: OwnDatabase
  let store: FurnishedStore

  const audit = (url: string): Promise<readonly Difference[]> => differencesIn(openAudit(url), store.ports)

  beforeAll(async () => {
    database = await makeDatabase()
    store = await furnishStore(database)
  })
  afterAll(() => database?.drop())

  test('finds nothing in a sound store', async () => {
    expect(await audit(database.url)).toEqual([])
  })

  test.each(Object.entries(brokenRows))(
    'names just what is wrong: %s',
    async (_what, { statements, named, alsoOnPostgres = [] }) => {
      const found = await whileBroken(database, statements, () => audit(database.url))
      const names = found.map(({ record, field }) => `${namesIn(store, record)} ${namesIn(store, field)}`)
      const isPostgres = !database.url.startsWith('sqlite:')
      expect(names.toSorted()).toEqual([...named, ...(isPostgres ? alsoOnPostgres : [])].toSorted())
    },
  )
})

test.each(databases)(
  'an audit on %s accepts a log without its beginning, and no other gap',
  async (_, make) => {
    const database = await make()
    const store = await furnishStore(database)
    const storage = await database.open()
    try {
      const [last] = await storage.store.events({ limit: 1 })
      for (let read = 1; read > 0; ) read = await storage.deliveries.dispatch(1, () => [])
      expect(await storage.retention.deleteExpired('events', last?.at ?? 0, 5)).toBeGreaterThan(0)
      expect(await differencesIn(openAudit(database.url), store.ports)).toEqual([])
      await storage.keyValues.transact([LOG_REMOVED_KEY], () => ({
        writes: new Map([[LOG_REMOVED_KEY, null]]),
        result: undefined,
      }))
      const fields = (await differencesIn(openAudit(database.url), store.ports)).map(({ field }) => field)
      expect(fields).toContain('first place')
    } finally {
      await storage.close()
      await database.drop()
    }
  },
)

test.each(databases)(
  'an audit on %s misses no delivery that was removed because the webhook had too many, but any other',
  async (_, make) => {
    const database = await make()
    const store = await furnishStore(database)
    const storage = await database.open()
    try {
      const surplus = await storage.deliveries.surplusAfter(null, 1)
      expect(surplus).not.toBeNull()
      if (surplus) await storage.deliveries.removeOldest(surplus.webhookId, 1)
      const audit = () => differencesIn(openAudit(database.url), store.ports)
      expect(await audit()).toEqual([])
      const gone = brokenRows['a delivery that is gone']
      const found = await whileBroken(database, gone?.statements ?? [], audit)
      expect(found.map(({ record, field }) => `${namesIn(store, record)} ${namesIn(store, field)}`)).toEqual(
        gone?.named,
      )
    } finally {
      await storage.close()
      await database.drop()
    }
  },
)

describe('an audit', () => {
  test('on Postgres may take longer than a statement of the database', () =>
    onDatabase(preparedPostgresDatabase, async ({ url }) => {
      const audited = await withClient(url, async (other) => {
        await other.query('begin; lock table drops in access exclusive mode')
        const audit = differencesIn(
          openAudit(`${url}?options=-c%20statement_timeout%3D400ms`),
          createTestPorts(),
        )
        audit.catch(() => undefined)
        await expect.poll(() => waitingSessions(url)).toBe(1)
        await new Promise((resolve) => setTimeout(resolve, 1_000))
        await other.query('commit')
        return audit
      })
      expect(audited).toEqual([])
    }))

  test('creates no store', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'dropkit-no-store-'))
    const source = openAudit(`sqlite:${join(folder, 'store.db')}`)
    await expect(
      source.atOneMoment(
        () => undefined,
        async () => 1,
      ),
    ).rejects.toThrow('there is no file')
    rmSync(folder, { recursive: true })
  })
})

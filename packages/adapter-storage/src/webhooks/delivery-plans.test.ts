// A long backlog of failed deliveries must be read by the webhook's own index, whatever the database's statistics are.
import type { DeliveryQueue } from '@dropkit/core'
import { put, sampleUser, sampleWebhook } from '@dropkit/testing'
import { describe, expect, test } from 'vitest'
import { onDatabase, pathOf, preparedPostgresDatabase, sqliteDatabase } from '../../test/databases.ts'
import { expectFewRows, noting, openPlanned, runOnSqlite, sqlitePlans } from '../../test/query-plans.ts'
import { createSqlStorage } from '../open-sql-storage.ts'
import { openSqlite } from '../sqlite/sqlite-database.ts'

const OWNER = sampleUser(1)
const WEBHOOKS = [1, 2, 3].map((n) => sampleWebhook(OWNER, n))
const NOW = 1_800_000_000_000
const MANY = 10_000
/** 1,000 rows are compared for each webhook: see `LOOKED_AT_AGAIN`. */
const FEW = 1_000 * WEBHOOKS.length + 500

/** Deliveries of each webhook that have failed once. All are due at NOW. */
const fill = WEBHOOKS.map(
  ({ id }, place) => `
  insert into webhook_deliveries (id, webhook_id, position, event_type, attempts, state, next_attempt_at)
  select 'delivery_${place}_' || n, '${id}', n, 'drop.claimed', 1, 'waiting', ${NOW} - n from
    (with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${MANY})
      select n from numbers) as numbers`,
)

const takeSome = async (deliveries: DeliveryQueue, now: number) =>
  (await deliveries.take({ now, leaseMs: 30_000, limit: 50, limitPerWebhook: 20, underWay: new Map() }))
    .length

describe('what is due of many deliveries that failed', () => {
  test('is read by the index of its webhook on SQLite', () =>
    onDatabase(sqliteDatabase, async ({ url }) => {
      const database = noting(await openSqlite({ path: pathOf(url), pollEveryMs: 60_000 }))
      const { store, deliveries, close } = createSqlStorage(database)
      await put(store, { users: [OWNER], webhooks: WEBHOOKS })
      runOnSqlite(pathOf(url), [...fill, 'analyze'])
      await takeSome(deliveries, NOW)
      await close()
      const steps = [...sqlitePlans(pathOf(url), database.asked).values()].flat()
      expect(steps.filter((step) => /SCAN webhook_deliveries(?! USING)/.test(step))).toEqual([])
      expect(steps.join('\n')).not.toContain('webhook_deliveries_due')
    }))

  // After the first `analyze`, the database expects no due deliveries; after the last one, it expects all to be due.
  test.each(['never analyzed', 'analyzed while nothing was due', 'analyzed'])(
    'takes few rows on Postgres, %s',
    (state) =>
      onDatabase(preparedPostgresDatabase, async ({ url }) => {
        const { database, client } = await openPlanned(url)
        const { store, deliveries, close } = createSqlStorage(database)
        await put(store, { users: [OWNER], webhooks: WEBHOOKS })
        for (const statement of fill) await client.query(statement)
        const wait = (ms: number) =>
          client.query(`update webhook_deliveries set next_attempt_at = next_attempt_at + ${ms}`)
        if (state === 'analyzed while nothing was due') await wait(3_600_000)
        if (state !== 'never analyzed') await client.query('analyze')
        if (state === 'analyzed while nothing was due') await wait(-3_600_000)
        await takeSome(deliveries, NOW)
        await expectFewRows(client, database.asked, FEW)
        await client.end()
        await close()
      }),
  )
})

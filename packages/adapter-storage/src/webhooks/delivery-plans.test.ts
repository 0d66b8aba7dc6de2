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
      expect(steps.join('\n')).not.toContain('webhook_deliveries_next_attempt')
    }))

  const STATISTICS = {
    'never analyzed': [],
    // As where everything was delivered for a long time, and now a receiver fails: the database expects none to be due.
    'analyzed while no delivery waited': [
      'create temp table waiting as select id, next_attempt_at from webhook_deliveries',
      "update webhook_deliveries set state = 'delivered', next_attempt_at = null, ended_at = 1",
      'analyze',
      `update webhook_deliveries
       set state = 'waiting', next_attempt_at = waiting.next_attempt_at, ended_at = null
       from waiting where waiting.id = webhook_deliveries.id`,
    ],
    analyzed: ['analyze'],
  }
  test.each(Object.entries(STATISTICS))('takes few rows on Postgres, %s', (_, statistics) =>
    onDatabase(preparedPostgresDatabase, async ({ url }) => {
      const { database, client } = await openPlanned(url)
      const { store, deliveries, close } = createSqlStorage(database)
      await put(store, { users: [OWNER], webhooks: WEBHOOKS })
      for (const statement of fill) await client.query(statement)
      for (const statement of statistics) await client.query(statement)
      await takeSome(deliveries, NOW)
      await expectFewRows(client, database.asked, FEW)
      await client.end()
      await close()
    }),
  )
})

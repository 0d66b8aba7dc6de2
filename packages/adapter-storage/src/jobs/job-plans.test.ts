// Finding due jobs must not scan a long backlog of one owner, whatever the database's statistics are.
import type { JobQueue, UserId } from '@dropkit/core'
import { idOf } from '@dropkit/core/internal'
import { put, sampleUser } from '@dropkit/testing'
import { describe, expect, test } from 'vitest'
import { onDatabase, pathOf, preparedPostgresDatabase, sqliteDatabase } from '../../test/databases.ts'
import { expectFewRows, noting, openPlanned, runOnSqlite, sqlitePlans } from '../../test/query-plans.ts'
import { createSqlStorage } from '../open-sql-storage.ts'
import { openSqlite } from '../sqlite/sqlite-database.ts'

const NOW = 1_800_000_000_000
const MANY = 50_000
/** A hundred turns from each end of the backlog, and ten jobs for each of ten owners. */
const FEW = 1_000
const OWNER = sampleUser(1)
const VICTIM: UserId = idOf('user', 'f'.repeat(32))

/** A backlog of one owner that became due within an hour, and jobs of many owners that are not due yet. */
const fill = [
  `insert into jobs (id, kind, subject, owner_id, due_at)
   select 'job_a' || n, 'expire_claims', 'drop_a' || n, '${OWNER.id}', ${NOW} - (n * 71) % 3600000 from
     (with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${MANY})
       select n from numbers) as numbers`,
  `insert into jobs (id, kind, subject, owner_id, due_at)
   select 'job_b' || n, 'expire_claims', 'drop_b' || n, 'user_' || n, ${NOW} + 60000 + n from
     (with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${MANY})
       select n from numbers) as numbers`,
]

async function takeOfVictim(jobs: JobQueue): Promise<void> {
  await jobs.request([{ kind: 'expire_claims', subject: 'late', ownerId: VICTIM, dueAt: NOW }])
  const taken = await jobs.take(NOW, 30_000, 10, {
    except: [],
    inTurn: (waiting) =>
      waiting.toSorted((one, other) => Number(other.ownerId === VICTIM) - Number(one.ownerId === VICTIM)),
  })
  expect(taken.map(({ ownerId }) => ownerId)).toEqual([VICTIM, ...Array.from({ length: 9 }, () => OWNER.id)])
}

describe('due jobs beside a long backlog of one owner', () => {
  test('are found by their index on SQLite', () =>
    onDatabase(sqliteDatabase, async ({ url }) => {
      const database = noting(await openSqlite({ path: pathOf(url), pollEveryMs: 60_000 }))
      const { store, jobs, close } = createSqlStorage(database)
      await put(store, { users: [OWNER] })
      runOnSqlite(pathOf(url), fill)
      await takeOfVictim(jobs)
      // The plan does not show how much of an index is scanned. Finding the turns takes 3 ms; reading the backlog takes 400
      // ms.
      const startedAt = performance.now()
      await jobs.take(NOW, 30_000, 10)
      expect(performance.now() - startedAt).toBeLessThan(100)
      await close()
      const steps = [...sqlitePlans(pathOf(url), database.asked).values()].flat()
      const reads = steps.filter((step) => / jobs /.test(step))
      expect(reads.filter((step) => !/USING (COVERING )?INDEX jobs_turns/.test(step))).toEqual([])
      expect(reads.filter((step) => step.includes('SCAN'))).toEqual([])
    }))

  test.each(['never analyzed', 'analyzed while it was empty', 'analyzed'])(
    'are few rows on Postgres, %s',
    (state) =>
      onDatabase(preparedPostgresDatabase, async ({ url }) => {
        const { database, client } = await openPlanned(url)
        const { store, jobs, close } = createSqlStorage(database)
        await put(store, { users: [OWNER] })
        if (state === 'analyzed while it was empty') await client.query('analyze')
        for (const statement of fill) await client.query(statement)
        if (state === 'analyzed') await client.query('analyze')
        await takeOfVictim(jobs)
        await expectFewRows(client, database.asked, FEW)
        await client.end()
        await close()
      }),
  )
})

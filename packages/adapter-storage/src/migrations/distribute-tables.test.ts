import { readFileSync } from 'node:fs'
import { amountOf } from '@dropkit/core'
import { put, putDrop, sampleAddress, sampleDrop, sampleEvent } from '@dropkit/core/testing'
import { Client } from 'pg'
import { describe, expect, test } from 'vitest'
import {
  onDatabase,
  PARTITIONS,
  partitionedPostgresDatabase,
  postgresDatabase,
  preparedPostgresDatabase,
  withStorage,
} from '../../test/databases.ts'
import { citusStatements } from './citus-statements.ts'
import { DISTRIBUTED, KEPT_TOGETHER, REGISTRIES } from './distributed-tables.ts'
import { MIGRATIONS_TABLE } from './migrate.ts'

async function asked(url: string, text: string): Promise<readonly Record<string, unknown>[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

/** Drops of one token until several partitions have some. */
const onSeveralPartitions = 12

describe('tables laid out by drop', () => {
  test('are all that there are, but for those that are said to be kept together', () =>
    withStorage(partitionedPostgresDatabase, async (_, { url }) => {
      const rows = await asked(
        url,
        `select relname::text as name from pg_class where relnamespace = 'public'::regnamespace
           and relkind in ('r', 'p') and not relispartition order by 1`,
      )
      const known = [
        ...DISTRIBUTED.map(({ name }) => name),
        ...KEPT_TOGETHER,
        ...REGISTRIES.map(({ registry }) => registry.table),
        MIGRATIONS_TABLE,
        `${MIGRATIONS_TABLE}_lock`,
      ]
      expect(rows.map(({ name }) => name)).toEqual(known.toSorted())
    }))

  test('have partitions each, and the drop in every unique key', () =>
    withStorage(partitionedPostgresDatabase, async (_, { url }) => {
      for (const { name, key } of DISTRIBUTED) {
        const [row] = await asked(
          url,
          `select (select count(*)::int from pg_inherits where inhparent = '${name}'::regclass) as partitions,
             (select count(*)::int from pg_index where indrelid = '${name}'::regclass and indisunique
                and not pg_get_indexdef(indexrelid) ~ '[( ]${key}[,)]') as unkeyed`,
        )
        expect(row, name).toEqual({ partitions: PARTITIONS, unkeyed: 0 })
      }
    }))

  test('keep what is unique everywhere unique, wherever its drops lie', () =>
    withStorage(partitionedPostgresDatabase, async ({ store }, { url }) => {
      const { token, drop } = await putDrop(store)
      const vault = {
        kind: 'open',
        objectId: sampleAddress(7),
        packageId: sampleAddress(8),
        coinType: '0x2::sui::SUI',
        deposited: drop.pool,
        alarm: null,
        missing: amountOf(0n),
      } as const
      const codes = Array.from({ length: onSeveralPartitions }, (_, n) => `CODE-${n}`)
      for (const [n, shortcode] of codes.entries()) {
        await put(store, { drops: [sampleDrop(token, n + 10, { shortcode })] })
      }
      const places = await asked(url, 'select distinct tableoid from drops')
      expect(places.length).toBeGreaterThan(1)
      for (const [n, code] of codes.entries()) {
        const again = sampleDrop(token, n + 100, { shortcode: code.toLowerCase() })
        expect(await store.create({ insert: { drops: [again] } })).toMatchObject({
          ok: false,
          error: { kind: 'unique_conflict', field: 'shortcode' },
        })
      }
      await put(store, { drops: [sampleDrop(token, 200, { vault })] })
      const attempts = Array.from({ length: onSeveralPartitions }, (_, n) =>
        store.create({ insert: { drops: [sampleDrop(token, 201 + n, { vault })] } }),
      )
      const outcomes = await Promise.allSettled(attempts)
      expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true)
    }))

  test('keep events that are about no drop', () =>
    withStorage(partitionedPostgresDatabase, async ({ store }) => {
      const { drop } = await putDrop(store)
      await store.create({ events: [sampleEvent(drop, { dropId: null }), sampleEvent(drop)] })
      const seen = async () => (await store.events({ since: 0, limit: 9 })).map(({ dropId }) => dropId)
      await expect.poll(seen).toEqual([null, drop.id])
    }))
})

describe('a database laid out one way', () => {
  test.each([
    ['plainly', preparedPostgresDatabase, PARTITIONS],
    ['by drop', partitionedPostgresDatabase, 0],
    ['by drop', partitionedPostgresDatabase, PARTITIONS + 1],
  ])('%s is taken as it is, and refused where another way is wanted', (_, make, other) =>
    onDatabase(make, async (database) => {
      await (await database.open()).close()
      const wanted = database.open({ partitions: other })
      await expect(wanted).rejects.toThrow(/laid out with \d partitions, and \d are wanted/)
    }),
  )

  test('by drop in its keys alone works without partitions', () =>
    onDatabase(postgresDatabase, async (database) => {
      const storage = await database.open({ partitions: 1 })
      const { drop } = await putDrop(storage.store)
      expect((await storage.store.drops([drop.id])).size).toBe(1)
      await storage.close()
      await (await database.open({ partitions: 1 })).close()
      const rows = await asked(
        database.url,
        `select conname::text as name, confrelid::regclass::text as to
        from pg_constraint where contype = 'f'
          and conrelid in (${DISTRIBUTED.map(({ name }) => `'${name}'::regclass`).join(', ')})`,
      )
      const leftBehind = rows.filter(({ to }) => KEPT_TOGETHER.includes(String(to)))
      const statements = citusStatements().join('\n')
      for (const { name } of leftBehind) expect(statements).toContain(`drop constraint ${name};`)
    }))
})

test('the page on scaling says what spreads these tables over a cluster', () => {
  const page = readFileSync(new URL('../../../../docs/scaling.md', import.meta.url), 'utf8')
  expect(page).toContain(citusStatements().join('\n'))
})

import type { ChangeSet, Drop } from '@dropkit/core'
import { sampleDrop, sampleToken, sampleUser } from '@dropkit/testing'
import { expect, test } from 'vitest'
import { pathOf, sqliteDatabase, withStorage } from '../../test/databases.ts'
import { openConnection, type SqliteConnection } from '../sqlite/sqlite-connection.ts'
import { sqliteDialect } from '../sqlite/sqlite-dialect.ts'
import { createChangeWrites } from './change-writes.ts'

const DROP = sampleDrop(sampleToken(sampleUser(1), 1), 1)
const CLAIMED: Drop = { ...DROP, tally: { ...DROP.tally, lastSequence: DROP.tally.lastSequence + 1 } }

const writes = createChangeWrites(sqliteDialect)
const updateOf = (after: Drop) => writes.of({ update: { drops: [after] } }, [DROP]).writes

const withConnection = (work: (connection: SqliteConnection) => void): Promise<void> =>
  withStorage(sqliteDatabase, async (_storage, { url }) => {
    const connection = openConnection(pathOf(url), { readonly: false })
    try {
      work(connection)
    } finally {
      connection.raw.close()
    }
  })

test('only the columns that a change of a locked drop concerns are written', () => {
  const changed: readonly (readonly [string, Drop])[] = [
    ['update_drop_tally', CLAIMED],
    ['update_drop_progress', { ...CLAIMED, status: 'SOLD_OUT' }],
    ['update_drop_progress', { ...DROP, payments: { ...DROP.payments, received: 5n } }],
    ['update_drops', { ...CLAIMED, title: 'Another title' }],
  ]
  for (const [statement, after] of changed)
    expect(updateOf(after).map((write) => write.statement.name)).toEqual([statement])
})

test('a claim changes no entry of an index on drops', () =>
  withConnection(({ raw }) => {
    const indexesTouchedBy = (after: Drop) =>
      updateOf(after).flatMap(({ statement }) =>
        raw
          .prepare<[], { opcode: string }>(`explain ${statement.text.replaceAll('?', 'null')}`)
          .all()
          .filter(({ opcode }) => opcode === 'IdxDelete'),
      ).length
    expect(indexesTouchedBy(CLAIMED)).toBe(0)
    expect(indexesTouchedBy({ ...CLAIMED, status: 'SOLD_OUT' })).toBeGreaterThan(0)
  }))

test('a request for a job that is due earlier writes nothing, unless the job is running', () =>
  withConnection((connection) => {
    const { raw } = connection
    const rowsWritten = (dueAt: number): number => {
      const jobs: ChangeSet['jobs'] = [{ kind: 'expire_claims', subject: DROP.id, ownerId: null, dueAt }]
      const before = totalChanges()
      for (const write of writes.of({ jobs }).writes) connection.write(write)
      return totalChanges() - before
    }
    const totalChanges = () => Number(raw.prepare('select total_changes()').pluck().get())
    expect([2_000, 2_000, 3_000, 1_000].map(rowsWritten)).toEqual([1, 0, 0, 1])
    raw.prepare('update jobs set leased_until = 9000').run()
    expect(rowsWritten(3_000)).toBe(1)
  }))

import { amountOf, type ChainPurpose, type ChainTransaction, type ChangeSet, type Drop } from '@dropkit/core'
import { idOf, laneOf } from '@dropkit/core/internal'
import {
  openTransactionsOf,
  put,
  putDrop,
  sampleDrop,
  sampleToken,
  sampleTransaction,
  sampleUser,
  uniquePart,
} from '@dropkit/testing'
import { describe, expect, test } from 'vitest'
import { databases, pathOf, preparedSqliteDatabase, withStorage } from '../../test/databases.ts'
import { openConnection, type SqliteConnection } from '../sqlite/sqlite-connection.ts'
import { sqliteDialect } from '../sqlite/sqlite-dialect.ts'
import { createChangeWrites } from './change-writes.ts'

const DROP = sampleDrop(sampleToken(sampleUser(1), 1), 1)
const CLAIMED: Drop = { ...DROP, tally: { ...DROP.tally, lastSequence: DROP.tally.lastSequence + 1 } }

const writes = createChangeWrites(sqliteDialect)
const updateOf = (after: Drop) => writes.of({ update: { drops: [after] } }, [DROP]).writes

const withConnection = (work: (connection: SqliteConnection) => void): Promise<void> =>
  withStorage(preparedSqliteDatabase, async (_storage, { url }) => {
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

const PURPOSES: readonly ChainPurpose[] = [
  { kind: 'open_vault', deposit: amountOf(1n) },
  { kind: 'fund_vault', deposit: amountOf(2n) },
  { kind: 'close_vault' },
  { kind: 'rotate_key' },
  { kind: 'pause_vault' },
  { kind: 'resume_vault' },
  { kind: 'deliver_claims', sequences: [1] },
  ...[1, 2].map((n): ChainPurpose => ({ kind: 'refund', refundId: idOf('refund', uniquePart(n)) })),
  ...[1, 2].map((n): ChainPurpose => ({ kind: 'payout', payoutId: idOf('payout', uniquePart(n)) })),
]

describe.each(databases)('a store on %s', (_, make) => {
  test('refuses a second open transaction in a lane, until the first one has ended', () =>
    withStorage(make, async ({ store }) => {
      const { token } = await putDrop(store)
      const pairs = PURPOSES.flatMap((one) => PURPOSES.map((other) => [one, other] as const))
      // Deliveries are not limited, because the states of their claims already prevent two deliveries of one claim.
      const compared = pairs.filter(([one, other]) => one !== other || one.kind !== 'deliver_claims')
      const cases = compared.map(([purpose, other], n) => {
        const drop = sampleDrop(token, n + 2)
        const first = sampleTransaction(drop, 2 * n, { purpose })
        return { drop, first, second: sampleTransaction(drop, 2 * n + 1, { purpose: other }) }
      })
      const first = cases.map((one) => one.first)
      await put(store, { drops: cases.map(({ drop }) => drop), chainTransactions: first })
      const insert = async (one: ChainTransaction) => {
        const change = { insert: { chainTransactions: [one] }, result: undefined }
        await store.changeDrop(one.dropId, {}, () => change)
      }
      for (const { first, second } of cases) {
        const isRefused = await insert(second).then(
          () => false,
          () => true,
        )
        const lanes = [first, second].map(({ purpose }) => laneOf(purpose))
        expect(isRefused, lanes.join(', ')).toBe(lanes[0] === lanes[1])
        if (!isRefused) continue
        await store.create({ update: { chainTransactions: [{ ...first, state: 'lost' }] } })
        await insert(second)
        expect(await openTransactionsOf(store, second.dropId, [second.purpose])).toEqual([second])
      }
    }))
})

import { amountOf, type ChainPurpose, type ChainTransaction } from '@dropkit/core'
import { idOf, laneOf } from '@dropkit/core/internal'
import { openTransactionsOf, put, putDrop, sampleDrop, sampleTransaction, uniquePart } from '@dropkit/testing'
import { describe, expect, test } from 'vitest'
import { databases, withStorage } from '../../test/databases.ts'

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

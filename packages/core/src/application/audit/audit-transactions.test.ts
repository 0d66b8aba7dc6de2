import { sampleDrop, sampleToken, sampleTransaction, sampleUser } from '@dropkit/testing'
import { expect, test } from 'vitest'
import type { ChainTransaction } from '../../domain/chain-transaction.ts'
import { claimIdOf } from '../../domain/ids.ts'
import type { TransferState } from '../../domain/payment/refund.ts'
import type { AuditRows } from '../../ports/audit-rows.ts'
import { auditTransactions, openTransactionRows } from './audit-transactions.ts'

const drop = sampleDrop(sampleToken(sampleUser(1), 1), 1)

interface Sent {
  readonly open?: readonly ChainTransaction[]
  readonly submitted?: readonly (readonly [number, string])[]
  readonly transfer?: TransferState
  readonly tries?: readonly ChainTransaction['state'][]
}

async function* page<T>(rows: readonly T[]) {
  yield rows
}

async function audit({ open = [], submitted = [], transfer, tries = [] }: Sent) {
  const said: string[][] = []
  const report: Parameters<typeof openTransactionRows>[1] = ({ record, field, kept, derived }) =>
    said.push([record, field, kept, derived])
  const rows = {
    openTransactions: () => page(open),
    transfers: () => page(transfer ? [{ id: 'refund_1', dropId: drop.id, state: transfer }] : []),
    transferTransactions: () =>
      page(
        tries.map((state, n) => ({
          id: `t${n}`,
          dropId: drop.id,
          digest: `d${n}`,
          state,
          transferId: 'refund_1',
        })),
      ),
  } as unknown as AuditRows
  const underWay = await auditTransactions(
    drop,
    new Map(submitted),
    openTransactionRows(rows, report),
    report,
  )
  return { underWay, said }
}

const sent = (n: number, purpose: ChainTransaction['purpose']) => sampleTransaction(drop, n, { purpose })

test('a claim that is on its way is carried by the transaction that it names', async () => {
  const open = [sent(1, { kind: 'deliver_claims', sequences: [3, 4] })]
  const right = await audit({
    open,
    submitted: [
      [3, 'digest-1'],
      [4, 'digest-1'],
    ],
  })
  expect(right.said).toEqual([])
  expect([...right.underWay.purposes]).toEqual(['deliver_claims'])
  const wrong = await audit({
    open,
    submitted: [
      [3, 'x'],
      [5, 'digest-1'],
    ],
  })
  expect(wrong.said.map(([, ...more]) => more)).toEqual([
    ['transaction under way', 'x', 'digest-1'],
    ['transaction under way', 'digest-1', 'none'],
  ])
})

test('one transaction of a kind is under way at a time', async () => {
  const [close, open] = [sent(1, { kind: 'close_vault' }), sent(2, { kind: 'rotate_key' })]
  expect((await audit({ open: [close, open] })).said).toEqual([])
  const again = sent(3, { kind: 'close_vault' })
  expect((await audit({ open: [close, open, again] })).said).toEqual([
    [again.id, 'transactions under way (closing)', `${close.id} as well`, 'one'],
  ])
})

test('several deliveries are under way at once, and no two carry the same claim', async () => {
  const deliver = (n: number, ...sequences: number[]) => sent(n, { kind: 'deliver_claims', sequences })
  const submitted = [1, 2, 3].map((sequence) => [sequence, `digest-${sequence < 3 ? 1 : 2}`] as const)
  expect((await audit({ open: [deliver(1, 1, 2), deliver(2, 3)], submitted })).said).toEqual([])
  const twice = await audit({ open: [deliver(1, 1, 2), deliver(2, 3, 2)], submitted })
  expect(twice.said).toContainEqual([
    claimIdOf(drop.id, 2),
    'transactions under way',
    'digest-1 as well',
    'one',
  ])
})

test('a transfer is paid once, and has the state of the transaction that was sent for it', async () => {
  const pending = { kind: 'PENDING' } as const
  const succeeded = { kind: 'SUCCEEDED', txHash: 'd0' } as const
  const failed = { kind: 'FAILED', reason: 'x' } as const
  for (const [transfer, tries, count] of [
    [pending, [], 1],
    [pending, ['lost', 'sent'], 1],
    [succeeded, ['succeeded'], 0],
    [failed, ['failed'], 0],
  ] as const)
    expect(await audit({ transfer, tries })).toEqual({
      underWay: { purposes: new Set(), pendingTransfers: count },
      said: [],
    })
  const said = async (transfer: TransferState, ...tries: ChainTransaction['state'][]) =>
    (await audit({ transfer, tries })).said.map(([, ...more]) => more)
  expect(await said(succeeded, 'lost', 'succeeded')).toEqual([['txHash', 'd0', 'd1']])
  expect(await said(succeeded, 'succeeded', 'succeeded')).toEqual([['transactions that paid it', '2', '1']])
  expect(await said(failed, 'succeeded')).toEqual([['transactions that paid it', '1', '0']])
  expect(await said(failed, 'sent')).toEqual([['transactions under way', '1', '0']])
})

import { type ChainTransaction, laneOf } from '../../domain/chain-transaction.ts'
import type { Drop } from '../../domain/drop.ts'
import { claimIdOf } from '../../domain/ids.ts'
import type { AuditRows, StoredTransfer } from '../../ports/audit-rows.ts'
import {
  type Compare,
  comparing,
  type OrderedRows,
  orderedRows,
  type Report,
  type RowOf,
} from './difference.ts'

type TransferTransaction = RowOf<'transferTransactions'>

/** Transactions that the service sent, ordered by drop. */
export interface TransactionRows {
  readonly open: OrderedRows<ChainTransaction>
  readonly transfers: OrderedRows<StoredTransfer>
  readonly sent: OrderedRows<TransferTransaction>
}

export function openTransactionRows(rows: AuditRows, report: Report): TransactionRows {
  const stray = (dropId: string, record: string, field: string, stored: string) =>
    report({ dropId, record, field, stored, derived: 'none: there is no such row' })
  return {
    open: orderedRows(
      rows.openTransactions(),
      ({ dropId }) => dropId,
      ({ id, dropId }) => stray(dropId, id, 'dropId', dropId),
    ),
    transfers: orderedRows(
      rows.transfers(),
      ({ dropId }) => dropId,
      ({ id, dropId }) => stray(dropId, id, 'dropId', dropId),
    ),
    sent: orderedRows(
      rows.transferTransactions(),
      ({ dropId, transferId }) => `${dropId} ${transferId}`,
      ({ id, dropId, transferId }) => stray(dropId, id, 'transfer', transferId),
    ),
  }
}

/** A drop's transactions whose outcome is not known yet. */
export interface UnderWay {
  readonly purposes: ReadonlySet<ChainTransaction['purpose']['kind']>
  readonly pendingTransfers: number
}

/** `submitted` maps SUBMITTED claims to their transactions. */
export async function auditTransactions(
  drop: Drop,
  submitted: ReadonlyMap<number, string>,
  rows: TransactionRows,
  report: Report,
): Promise<UnderWay> {
  const compare = comparing(report, drop.id)
  const lanes = new Map<string, string>()
  const carried = new Map<number, string>()
  const purposes = new Set<ChainTransaction['purpose']['kind']>()
  for await (const page of rows.open.of(drop.id)) {
    for (const { id, purpose, digest } of page) {
      const lane = laneOf(purpose)
      const other = lanes.get(lane)
      if (other !== undefined) compare(id, `transactions under way (${lane})`, `${other} as well`, 'one')
      lanes.set(lane, id)
      purposes.add(purpose.kind)
      if (purpose.kind === 'deliver_claims')
        for (const sequence of purpose.sequences) {
          const first = carried.get(sequence)
          if (first !== undefined)
            compare(claimIdOf(drop.id, sequence), 'transactions under way', `${first} as well`, 'one')
          carried.set(sequence, digest)
        }
    }
  }
  for (const [sequence, txHash] of submitted)
    compare(claimIdOf(drop.id, sequence), 'transaction under way', txHash, carried.get(sequence))
  const pendingTransfers = await auditTransfers(drop, rows, compare)
  return { purposes, pendingTransfers }
}

/** Each refund and payout is sent once, and has the status of its transaction. */
async function auditTransfers(drop: Drop, rows: TransactionRows, compare: Compare): Promise<number> {
  let pending = 0
  for await (const page of rows.transfers.of(drop.id)) {
    for (const { id, state } of page) {
      const sent: TransferTransaction[] = []
      for await (const some of rows.sent.of(`${drop.id} ${id}`)) sent.push(...some)
      const succeeded = sent.filter((transaction) => transaction.state === 'succeeded')
      const isDone = state.kind === 'SUCCEEDED'
      compare(id, 'transactions that paid it', succeeded.length, isDone ? 1 : 0)
      if (isDone) compare(id, 'txHash', state.txHash, succeeded[0]?.digest)
      if (state.kind === 'PENDING') pending++
      else {
        const open = sent.filter((transaction) => transaction.state === 'sent')
        compare(id, 'transactions under way', open.length, 0)
      }
    }
  }
  return pending
}

import { type ChangeSet, transferKey } from '@dropkit/core'
import type { Dialect, Write } from '../database.ts'
import { UniqueViolation } from '../store-unavailable.ts'
import { createWriter } from '../tables/table.ts'
import { unmatchedPaymentsTable } from '../tables/unmatched-payments-table.ts'

type Inserted = NonNullable<ChangeSet['insert']>
type Updated = NonNullable<ChangeSet['update']>

/**
 * In place of an intent, for a transfer that pays none: an OPEN unmatched payment, or one that is returned to its sender.
 */
const OPEN = ''
const RETURNED = '-'

/** The intent in a row of `used_payments`. Null if there is none. */
export const intentUsing = <Id extends string>(stored: Id): Id | null =>
  stored === OPEN || stored === RETURNED ? null : stored

/** Marks transfers as used. The primary key of `used_payments` decides which of several concurrent uses succeeds. */
export function createUsedPaymentWrites(dialect: Dialect) {
  const columns = { tx_hash: 'text', intent_id: 'text', is_whole: 'boolean' } as const
  const take = dialect.insert('take_transfers', 'used_payments', columns)
  const use = dialect.insert(
    'use_transfers',
    'used_payments',
    columns,
    `on conflict (tx_hash) do update set intent_id = excluded.intent_id where used_payments.intent_id = '${OPEN}'`,
  )
  const assign = dialect.update(
    'assign_unmatched_payments',
    'unmatched_payments',
    { shared: { state: 'text' }, own: { transfer: 'text' } },
    { state: 'text', intent_id: 'text' },
  )
  const release = dialect.update(
    'release_transfers',
    'used_payments',
    { shared: { intent_id: 'text' }, own: { tx_hash: 'text' } },
    { intent_id: 'text' },
  )
  const rows = createWriter(dialect, unmatchedPaymentsTable)
  const taken = () => new UniqueViolation('txHash', 'another has used the transfer')

  return {
    unmatched: (payments: Inserted['unmatchedPayments'] = []): Write[] =>
      payments.length === 0
        ? []
        : [
            {
              statement: take,
              shared: [],
              rows: payments.map((payment) => [transferKey(payment), OPEN, false]),
              mustMatch: false,
            },
            ...rows.insert(payments),
          ],
    used: (payments: Inserted['usedPayments'] = []): Write[] => {
      if (payments.length === 0) return []
      const byKey = payments.map(({ intentId, ...place }) => ({ key: transferKey(place), intentId }))
      const assigned = byKey.filter(({ intentId }) => intentId !== null)
      return [
        {
          statement: use,
          shared: [],
          rows: byKey.map(({ key, intentId }) => [key, intentId ?? RETURNED, false]),
          mustMatch: true,
          onMiss: taken,
        },
        {
          statement: assign,
          shared: ['OPEN'],
          rows: assigned.map(({ key, intentId }) => [key, 'ASSIGNED', intentId]),
          mustMatch: false,
        },
      ].filter(({ rows: { length } }) => length > 0)
    },
    update: (payments: Updated['unmatchedPayments'] = []): Write[] => {
      const open = payments.filter(({ state }) => state.kind === 'OPEN')
      const released = {
        statement: release,
        shared: [RETURNED],
        rows: open.map((payment) => [transferKey(payment), OPEN]),
        mustMatch: false,
      }
      return open.length === 0 ? rows.update(payments) : [...rows.update(payments), released]
    },
  }
}

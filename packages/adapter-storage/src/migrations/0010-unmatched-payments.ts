import { goTogether } from './0001-records.ts'
import type { Words } from './words.ts'

/**
 * Intents by the amount that one payment would have to bring, and payments that match no intent. Intents that a server of
 * an earlier release creates in the meantime have no outstanding amount: they are matched by reference and by hash only.
 */
export const unmatchedPayments = (words: Words): string[] => {
  const { text, integer, flag, amount, end, client } = words
  return [
    `alter table payment_intents add column ${amount('outstanding')}`,
    `alter table payment_intents add column waited_until ${integer}`,
    `alter table payment_intents add column transfer_index ${integer}`,
    `update payment_intents set outstanding = ${client === 'pg' ? 'unit_price * quantity' : PRICE_IN_SQLITE},
       waited_until = case when state = 'CANCELLED' then cancelled_at when ${client === 'pg' ? 'is_counted' : 'is_counted = 1'} then paid_at end
     where ${client === 'pg' ? 'unit_price * quantity <= 18446744073709551615' : 'quantity < 900000000'}`,
    partPayments(client === 'pg' ? 'pg' : 'sqlite'),
    'create index payment_intents_waiting on payment_intents (wallet, coin_type, outstanding, expires_at) where waited_until is null',
    'create index payment_intents_waited on payment_intents (wallet, coin_type, outstanding, waited_until) where waited_until is not null',
    `create index payment_intents_cancelled on payment_intents (wallet, coin_type, outstanding, expires_at) where state = 'CANCELLED'`,
    'drop index payment_intents_paid_by',
    // An earlier release used each transaction as a whole, so its rows are whole.
    `alter table used_payments add column is_whole ${flag} not null default ${client === 'pg' ? 'true' : '1'}`,
    `create table unmatched_payments (
      id ${text} not null primary key,
      transfer ${text} not null,
      tx_hash ${text} not null,
      transfer_index ${integer} not null check (transfer_index >= 0),
      sender ${text} not null,
      coin_type ${text} not null,
      ${amount('amount')} not null,
      memo ${text},
      paid_at ${integer} not null,
      reason ${text} not null,
      possible_user ${text} not null,
      state ${text} not null,
      intent_id ${text},
      return_bytes ${text},
      return_digest ${text},
      return_expires_at ${integer},
      return_problem ${text},
      return_tries ${integer},
      returned_by ${text},
      created_at ${integer} not null,
      updated_at ${integer} not null,
      ${goTogether(
        'state',
        [
          'intent_id',
          'return_bytes',
          'return_digest',
          'return_expires_at',
          'return_problem',
          'return_tries',
          'returned_by',
        ],
        {
          OPEN: { set: [] },
          ASSIGNED: { set: ['intent_id'] },
          RETURNING: {
            set: ['return_tries'],
            maybe: ['return_bytes', 'return_digest', 'return_expires_at', 'return_problem'],
          },
          RETURNED: { set: ['returned_by'] },
        },
      )}
    ) ${end}`,
    'create unique index unmatched_payments_transfer on unmatched_payments (transfer)',
    'create index unmatched_payments_state on unmatched_payments (state, id)',
  ]
}

/**
 * An underpaid intent waits for the rest of its price. Run this after all other intents have their price as outstanding
 * amount. SQLite has no integers above 2^63: an intent with a larger price is matched by reference and by hash only.
 */
export function partPayments(client: 'pg' | 'sqlite'): string {
  const isInteger = "outstanding < '09000000000000000000'"
  const rest =
    client === 'pg'
      ? 'outstanding + refunding - paid_amount'
      : 'cast(outstanding as integer) + cast(refunding as integer) - cast(paid_amount as integer)'
  return `update payment_intents set waited_until = null,
      outstanding = ${client === 'pg' ? rest : `case when ${isInteger} then printf('%020d', ${rest}) end`}
    where state = 'IN_REVIEW' and reason = 'UNDERPAID' and paid_from = wallet and refunding < paid_amount
      and ${client === 'pg' ? `${rest} > 0` : `(not ${isInteger} or ${rest} > 0)`}`
}

/** An amount times a quantity, as ten upper and ten lower digits, because a SQLite integer cannot hold all twenty. */
const LOWER = 'cast(substr(unit_price, 11, 10) as integer) * quantity'
const UPPER = `cast(substr(unit_price, 1, 10) as integer) * quantity + (${LOWER}) / 10000000000`
const PRICE_IN_SQLITE = `printf('%010d%010d', ${UPPER}, (${LOWER}) % 10000000000)`

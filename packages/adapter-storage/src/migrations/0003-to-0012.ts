import { chainTransactionsTable, goTogether } from './0001-records.ts'
import type { Words } from './words.ts'

/** Files are stored under names that are never reused. Existing files keep their hash as their name. */
export const contentNames = ({ text }: Words): string[] => [
  `alter table files add column content_name ${text} not null default ''`,
  'update files set content_name = content_hash',
]

/** Secrets that are shown only in an answer, in case the answer is lost. Deleted when the answer is stored. */
export const shownOnce = ({ text }: Words): string[] => [
  `alter table receipts add column effect_shown_once ${text}`,
]

/**
 * Indexes of events by type, to find a few events of one type in a large log. They leave out the event of a claim: it is so
 * frequent that a scan in log order finds it soon, and claims stay cheap.
 */
export const eventTypes = ({ client }: Words): string[] => {
  const placed = client === 'better-sqlite3' ? '' : ' and position is not null'
  const isOther = `type <> 'drop.claimed'${placed}`
  return [
    `create index events_owner_type on events (owner_id, type, position) where ${isOther}`,
    `create index events_actor_type on events (actor_id, type, position) where actor_id <> owner_id and ${isOther}`,
    `create index events_drop_type on events (drop_id, type, position) where drop_id is not null and ${isOther}`,
  ]
}

/** The number of claims that each caller has requested on a drop. */
export const claimCallers = ({ text, integer, endByKey }: Words): string[] => [
  `create table claim_callers (
    caller_id ${text} not null,
    drop_id ${text} not null,
    count ${integer} not null,
    primary key (caller_id, drop_id)
  ) ${endByKey}`,
  `insert into claim_callers (caller_id, drop_id, count)
   select caller_id, drop_id, count(*) from claims group by caller_id, drop_id`,
]

/**
 * Vaults that are paused because the chain shows something that the store cannot explain, and the transactions that pause
 * and resume them.
 */
export const vaultAlarms = (words: Words): string[] => [
  `alter table drops add column vault_alarm ${words.text} check (vault_alarm is null or vault = 'open')`,
  `alter table drops add column ${words.amount('vault_missing')}`,
  `create index drops_vault_alarm on drops (id) where vault_alarm is not null`,
  `create index drops_open_vault on drops (id) where vault = 'open'`,
  // The purposes are listed in a CHECK, which SQLite can change only by creating the table again.
  'drop index chain_transactions_open',
  'alter table chain_transactions rename to earlier_chain_transactions',
  ...chainTransactionsTable(words, ['pause_vault', 'resume_vault']),
  'insert into chain_transactions select * from earlier_chain_transactions',
  'drop table earlier_chain_transactions',
]

/** Intents by drop, and by drop and creator. */
export const intentsOfDrop = (): string[] => [
  'create index payment_intents_drop on payment_intents (drop_id, id) where payer_id <> creator_id',
  'create index payment_intents_drop_payer on payment_intents (drop_id, payer_id, id)',
]

/**
 * The log position at which a webhook was registered. The webhook gets events that were written after it. The database sets
 * it, so that no clocks are compared. Existing webhooks get every event that was not dispatched yet.
 * On Postgres, the position is a number from the sequence that numbers events as they are written. On SQLite, it is the
 * last position of the log.
 */
export const webhookStart = ({ client, integer }: Words): string[] => [
  `alter table webhooks add column events_after ${integer} not null default 0`,
  client === 'pg'
    ? `alter table webhooks alter column events_after set default nextval(pg_get_serial_sequence('events', 'id'))`
    : `create trigger webhooks_start after insert on webhooks begin
         update webhooks set events_after = (select coalesce(max(position), 0) from events) where id = new.id;
       end`,
]

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

/** The retry schedule of each refund and payout. */
export const transferAttempts = ({ text, integer }: Words): string[] =>
  ['refunds', 'payouts'].flatMap((table) => [
    `alter table ${table} add column attempts ${integer} not null default 0`,
    `alter table ${table} add column next_attempt_at ${integer}`,
    `alter table ${table} add column last_error ${text}`,
    `create index ${table}_due on ${table} (drop_id, coalesce(next_attempt_at, created_at), id)
       where state = 'PENDING'`,
    // An earlier release also finds PENDING transfers by the new index, and sorts them.
    `drop index ${table}_pending`,
  ])

/** Why the last run of a job failed, and the index by which the due jobs of one kind are found. */
export const jobFailures = ({ text }: Words): string[] => [
  `alter table jobs add column failure_class ${text}`,
  `alter table jobs add column failure_reason ${text}`,
  'create index jobs_kind_due on jobs (kind, due_at)',
  'create index jobs_failing on jobs (attempts) where failure_class is not null',
]

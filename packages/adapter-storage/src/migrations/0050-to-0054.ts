import { intentStatus } from './0030-to-0049.ts'
import type { Words } from './words.ts'

/** Finds the sessions of a user beyond the newest. */
export const sessionsOfUser = (): string[] => ['create index sessions_of_user on sessions (user_id, id)']

/** When an attempt of a webhook has failed. Servers of an earlier release leave the column as it is. */
export const lastFailures = ({ integer }: Words): string[] => [
  `alter table webhooks add column last_failed_at ${integer}`,
]

/** Payments of a buyer on a drop by status, and the intents of a drop by the time since when a transaction is named. */
export const intentsOfDropByState = ({ client }: Words): string[] => [
  `create index payment_intents_drop_payer_status on payment_intents (drop_id, payer_id, (${intentStatus(client)}), id)`,
  `create index payment_intents_processing on payment_intents (drop_id, candidate_since, id) where state = 'PROCESSING'`,
]

/** The conditions of the index `events_drop_type`. SQLite uses it only if the query has them. */
const isRotationOfDrop = `drop_id = drops.id and type = 'drop.key_rotated' and type <> 'drop.claimed' and position is not null`

/**
 * The earlier public keys of a drop, newest first, between spaces; null if it had none. `*` at the end: there may be others.
 * A trigger adds the key that a server of an earlier release replaces.
 * The rotations before this migration are read from the log, which does not have the first key. If events were removed from
 * the log, a drop with receipts may have had any keys.
 */
export const formerKeys = (words: Words): string[] => [
  `alter table drops add column former_public_keys ${words.text}`,
  // Each subquery reads the index once per drop: a join could read the whole log.
  `update drops set former_public_keys = (
     select coalesce(string_agg(keys, ' ' order by position desc) || ' ', '') || '*' from (
       select position, (data ->> 'publicKey') || coalesce(' ' || (data ->> 'previousPublicKey'), '') as keys
       from events where ${isRotationOfDrop} order by position desc limit 50
     ) rotations
   )
   where (select 1 from events where ${isRotationOfDrop} limit 1) is not null
     or (order_head is not null and exists (select 1 from key_values where key = 'events/removed'))${
       words.client === 'pg'
         ? ` or id in (select drop_id from events where position is null and type = 'drop.key_rotated')`
         : ''
     }`,
  ...(words.client === 'pg' ? postgresTrigger : sqliteTrigger),
]

const postgresTrigger: readonly string[] = [
  `create function keep_former_key() returns trigger language plpgsql as $$
   begin
     new.former_public_keys := concat_ws(' ', old.voucher_public_key, old.former_public_keys);
     return new;
   end $$`,
  `create trigger drops_former_key before update of voucher_public_key on drops
   for each row when (new.voucher_public_key <> old.voucher_public_key
     and new.former_public_keys is not distinct from old.former_public_keys)
   execute function keep_former_key()`,
]

const sqliteTrigger: readonly string[] = [
  `create trigger drops_former_key after update of voucher_public_key on drops
   when new.voucher_public_key <> old.voucher_public_key and new.former_public_keys is old.former_public_keys begin
     update drops set former_public_keys = old.voucher_public_key || coalesce(' ' || old.former_public_keys, '')
     where id = new.id;
   end`,
]

/** Finds the oldest intents of a wallet that hold items. */
export const oldestUnspent = (): string[] => [
  'drop index payment_intents_unspent',
  `create index payment_intents_unspent on payment_intents (wallet, drop_id, created_at, id) where held > 0`,
]

/** Whether a delivery uses up the object with which the service controls the vault. */
export const deliveriesThroughPause = ({ flag }: Words): string[] => [
  `alter table chain_transactions add column through_pause ${flag}`,
]

/**
 * The coin of a drop's payment totals. If several coins were counted together, no one knows how much is left of each. Servers
 * of an earlier release leave the column as it is.
 */
export const paymentCoins = ({ text }: Words): string[] => [
  `alter table drops add column takings_coin ${text}`,
  `update drops set takings_coin = (
     select case when min(coin_type) = max(coin_type) then min(coin_type) else 'several' end
     from payment_intents where drop_id = drops.id and paid_coin_type = coin_type and is_counted
   )
   where id in (select drop_id from payment_intents where paid_coin_type = coin_type and is_counted)`,
]

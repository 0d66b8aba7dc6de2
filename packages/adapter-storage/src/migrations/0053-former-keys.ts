import type { Words } from './words.ts'

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

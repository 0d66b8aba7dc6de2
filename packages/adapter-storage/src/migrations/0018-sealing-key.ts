import type { Words } from './words.ts'

const SEALED_COLUMNS = [
  ['drops', 'voucher_private_key'],
  ['drops', 'next_voucher_private_key'],
  ['drops', 'sealed_seed'],
  ['webhooks', 'secret'],
  ['webhooks', 'previous_secret'],
  ['receipts', 'effect_shown_once'],
  ['receipts', 'answer'],
] as const
type SealedColumn = (typeof SEALED_COLUMNS)[number]

/** The key of `key_values` under which servers store the id of the master key that seals. */
const NAMED_KEY = `'server/master-key-id'`
/** Two numbers that no other advisory lock in this database uses. */
const SEALING_LOCK = '1685221232, 2'

/**
 * Rejects a value that is newly sealed under another master key than the one that the store names, in the transaction that
 * writes it. Otherwise, a server that missed a key rotation would seal under the retired key. A store that names no key
 * accepts all values. A value that a row already has is not checked.
 */
export const sealingKey = ({ client }: Words): string[] =>
  client === 'pg'
    ? [...postgresLock, ...SEALED_COLUMNS.flatMap(postgresFence)]
    : SEALED_COLUMNS.flatMap(sqliteFence)

const isOfOtherKey = (column: string, named: string): string =>
  `substr(new.${column}, 1, length(${named}) + 4) <> 'v1.' || ${named} || '.'`

/** SQLite has one writer, so nothing happens between the check and the write. */
function sqliteFence([table, column]: SealedColumn): string[] {
  const trigger = (act: string, condition: string) =>
    `create trigger fence_${table}_${column}_${act === 'insert' ? act : 'update'} before ${act} on ${table}
     when ${condition} begin
       select raise(abort, 'sealed under a retired master key') from key_values
       where key = ${NAMED_KEY} and ${isOfOtherKey(column, 'value')};
     end`
  return [
    trigger('insert', `new.${column} is not null`),
    trigger(`update of ${column}`, `new.${column} is not null and new.${column} is not old.${column}`),
  ]
}

/**
 * Sealing takes the lock in shared mode, and naming another key takes it exclusively. Naming therefore waits for every
 * transaction that has read the previous name.
 */
const postgresLock: readonly string[] = [
  `create function lock_sealing() returns trigger language plpgsql as $$
   begin
     perform pg_advisory_xact_lock(${SEALING_LOCK});
     return new;
   end $$`,
  `create trigger key_values_lock_sealing before insert or update on key_values
   for each row when (new.key = ${NAMED_KEY}) execute function lock_sealing()`,
]

function postgresFence([table, column]: SealedColumn): string[] {
  const fence = `fence_${table}_${column}`
  return [
    // The check is a separate statement after the lock, so that it sees what was committed before the lock was acquired.
    `create function ${fence}() returns trigger language plpgsql as $$
     declare named text;
     begin
       perform pg_advisory_xact_lock_shared(${SEALING_LOCK});
       select value into named from key_values where key = ${NAMED_KEY};
       if ${isOfOtherKey(column, 'named')} then
         raise exception 'sealed under a retired master key' using errcode = 'DK001';
       end if;
       return new;
     end $$`,
    `create trigger ${fence}_insert before insert on ${table}
     for each row when (new.${column} is not null) execute function ${fence}()`,
    `create trigger ${fence}_update before update of ${column} on ${table}
     for each row when (new.${column} is distinct from old.${column} and new.${column} is not null)
     execute function ${fence}()`,
  ]
}

import type { Words } from './words.ts'

const events = (words: Words): string[] => {
  const { text, integer, json, end } = words
  const isSqlite = words.client === 'better-sqlite3'
  const columns = `
    type ${text} not null,
    at ${integer} not null,
    owner_id ${text} not null,
    actor_id ${text},
    drop_id ${text},
    token_id ${text},
    intent_id ${text},
    data ${json} not null`
  // With one writer, the position is the next number. On Postgres, where transactions overlap, the sequencer assigns
  // positions afterwards, and readers see only events that have one.
  const placed = isSqlite ? '' : ' and position is not null'
  const table = isSqlite
    ? `create table events (position integer not null primary key, ${columns}) ${end}`
    : `create table events (id bigserial not null, position bigint, ${columns}) ${end}`
  const only = isSqlite ? '' : ' where position is not null'
  return [
    table,
    `create index events_drop on events (drop_id, position) where drop_id is not null${placed}`,
    `create index events_owner on events (owner_id, position)${only}`,
    `create index events_actor on events (actor_id, position) where actor_id <> owner_id${placed}`,
    ...(isSqlite
      ? []
      : [
          'create unique index events_position on events (position) where position is not null',
          'create index events_without_position on events (id) where position is null',
          `create table event_log_head (
             only_row boolean not null primary key default true check (only_row),
             position bigint not null
           ) with (fillfactor = 20)`,
          'insert into event_log_head (position) values (0)',
        ]),
  ]
}

const jobs = ({ text, integer, endOften }: Words): string[] => [
  `create table jobs (
    id ${text} not null primary key,
    kind ${text} not null,
    subject ${text} not null,
    due_at ${integer} not null,
    fence ${integer} not null default 0,
    attempts ${integer} not null default 0,
    memo ${text},
    leased_until ${integer},
    asked_again_for ${integer}
  ) ${endOften}`,
  'create unique index jobs_kind_subject on jobs (kind, subject)',
  'create index jobs_due on jobs (due_at)',
]

const keyValues = ({ text, endByKey }: Words): string[] => [
  `create table key_values (
    key ${text} not null primary key,
    value ${text} not null
  ) ${endByKey}`,
]

const setStatistics = (table: string, columns: readonly string[]): string[] =>
  columns.map((column) => `alter table ${table} alter column ${column} set statistics 0`)

/** Inserts sample rows and deletes them again: statistics settings take effect at the first ANALYZE, which needs rows. */
export const believedClaims = (rows: number): string[] => [
  `insert into claims (drop_id, sequence, user_address, caller_id, creator_id, amount, items, slot, cost, status, created_at)
   select 'none ' || place, place, 'wallet ' || place, 'caller', 'creator', 1, 1, place, 0, 'PENDING', place
   from generate_series(1, ${rows}) as place`,
  'analyze claims',
  `delete from claims where drop_id like 'none %'`,
]

/**
 * Statistics that Postgres must use when it chooses between indexes, because its own may be outdated when a drop becomes
 * popular. SQLite uses no statistics unless ANALYZE was run.
 */
const planning = ({ client }: Words): string[] =>
  client === 'better-sqlite3'
    ? []
    : [
        // Any drop may have most of the claims, so claims must be looked up by wallet and never by drop alone.
        'alter table claims alter column drop_id set (n_distinct = 1)',
        'alter table claims alter column user_address set (n_distinct = -1)',
        ...believedClaims(200),
        // No user has so large a part of the log or of the drops that a backward scan would be faster than an index.
        ...setStatistics('events', ['drop_id', 'owner_id', 'actor_id']),
        ...setStatistics('drops', ['creator_id', 'token_id', 'community_id']),
      ]

export const logAndQueue = (words: Words): string[] => [
  ...events(words),
  ...jobs(words),
  ...keyValues(words),
  ...planning(words),
]

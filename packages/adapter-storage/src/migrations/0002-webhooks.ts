import { allOrNone, goTogether } from './0001-records.ts'
import type { Words } from './words.ts'

const registrations = ({ text, integer, flag, json, end }: Words): string[] => [
  `create table webhooks (
    id ${text} not null primary key,
    owner_id ${text} not null references users (id),
    url ${text} not null,
    events ${json} not null,
    secret ${text} not null,
    previous_secret ${text},
    previous_secret_until ${integer},
    is_active ${flag} not null,
    failing_since ${integer},
    created_at ${integer} not null,
    updated_at ${integer} not null,
    ${allOrNone(['previous_secret', 'previous_secret_until'])}
  ) ${end}`,
  'create index webhooks_owner on webhooks (owner_id, id)',
]

const deliveries = ({ text, integer, endOften }: Words): string[] => [
  // No reference to webhooks: who removes one removes its deliveries, and whoever queues more holds it meanwhile.
  `create table webhook_deliveries (
    id ${text} not null primary key,
    webhook_id ${text} not null,
    position ${integer} not null,
    event_type ${text} not null,
    attempts ${integer} not null,
    state ${text} not null,
    next_attempt_at ${integer},
    ended_at ${integer},
    status_code ${integer},
    error ${text},
    fence ${integer} not null default 0,
    leased_until ${integer},
    ${goTogether('state', ['next_attempt_at', 'ended_at'], {
      waiting: { set: ['next_attempt_at'] },
      delivered: { set: ['ended_at'] },
      given_up: { set: ['ended_at'] },
    })}
  ) ${endOften}`,
  'create unique index webhook_deliveries_event on webhook_deliveries (webhook_id, position)',
  // What was never tried goes by its place in the log; what failed goes by when it is to be tried again, so that
  // thousands that wait for their time are not looked through for the few that are due.
  `create index webhook_deliveries_fresh on webhook_deliveries (webhook_id, position)
     where state = 'waiting' and attempts = 0`,
  `create index webhook_deliveries_again on webhook_deliveries (webhook_id, next_attempt_at)
     where state = 'waiting' and attempts > 0`,
  `create index webhook_deliveries_due on webhook_deliveries (next_attempt_at) where state = 'waiting'`,
  'create index webhook_deliveries_ended on webhook_deliveries (ended_at) where ended_at is not null',
]

/** Up to where the log has been read for webhooks. */
const cursor = ({ client, integer, flag }: Words): string[] => [
  `create table delivery_cursor (
    only_row ${flag} not null primary key check (only_row),
    position ${integer} not null
  )${client === 'pg' ? ' with (fillfactor = 20)' : ''}`,
  `insert into delivery_cursor (only_row, position) values (${client === 'pg' ? 'true' : '1'}, 0)`,
]

const SKEWED: Readonly<Record<string, readonly string[]>> = {
  webhook_deliveries: ['webhook_id'],
  webhooks: ['owner_id'],
  payment_intents: ['drop_id', 'creator_id', 'payer_id', 'wallet'],
  events: ['intent_id'],
}

/** As with drops and events: nobody is so big that reading everything would find theirs sooner. */
const planning = ({ client }: Words): string[] =>
  client === 'better-sqlite3'
    ? []
    : Object.entries(SKEWED).flatMap(([table, columns]) =>
        columns.map((column) => `alter table ${table} alter column ${column} set statistics 0`),
      )

export const webhooks = (words: Words): string[] => [
  ...registrations(words),
  ...deliveries(words),
  ...cursor(words),
  ...planning(words),
]

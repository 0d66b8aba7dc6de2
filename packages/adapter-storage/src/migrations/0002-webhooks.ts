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
  // No reference to webhooks: removing a webhook also removes its deliveries, and queueing locks the webhook.
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
  // New deliveries are ordered by log position, and failed ones by their next attempt. Thousands that wait for their next
  // attempt are therefore not scanned to find the few that are due.
  `create index webhook_deliveries_fresh on webhook_deliveries (webhook_id, position)
     where state = 'waiting' and attempts = 0`,
  `create index webhook_deliveries_again on webhook_deliveries (webhook_id, next_attempt_at)
     where state = 'waiting' and attempts > 0`,
  `create index webhook_deliveries_due on webhook_deliveries (next_attempt_at) where state = 'waiting'`,
  'create index webhook_deliveries_ended on webhook_deliveries (ended_at) where ended_at is not null',
]

/** The log position up to which events were dispatched to webhooks. */
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

/** As for drops and events: no user has so many rows that a full scan would be faster than an index. */
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

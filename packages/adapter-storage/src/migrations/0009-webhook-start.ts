import type { Words } from './words.ts'

/**
 * The place in the log at which a webhook was registered: it gets the events that were written after it. The database
 * sets it, so that no two clocks are compared. Existing webhooks get every event that was not dispatched yet.
 *
 * On Postgres the place is a number of the same sequence that numbers events as they are written. On SQLite it is the
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

import type { Words } from './words.ts'

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

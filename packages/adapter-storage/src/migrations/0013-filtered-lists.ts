import { believedClaims } from './0001-log-and-queue.ts'
import type { Words } from './words.ts'

/** An index for each way in which lists of claims, drops and events can be filtered, in the order of the list. */
export const filteredLists = ({ client }: Words): string[] => {
  const placed = client === 'better-sqlite3' ? '' : ' and position is not null'
  return [
    // Makes Postgres use the index with the status, however many claims have the same status when it collects statistics.
    ...(client === 'pg' ? ['alter table claims alter column status set (n_distinct = 50)'] : []),
    'create index claims_drop_status on claims (status, drop_id, sequence)',
    'create index claims_caller_status on claims (status, caller_id, created_at, drop_id, sequence)',
    `create index claims_creator_status on claims (status, creator_id, created_at, drop_id, sequence)
       where caller_id <> creator_id`,
    `create index drops_listed on drops (id) where deleted_at is null and status <> 'DRAFT'`,
    `create index drops_drafts on drops (creator_id, id) where deleted_at is null and status = 'DRAFT'`,
    'create index drops_kind on drops (status, type, claim_type, id) where deleted_at is null',
    ...['creator', 'token', 'community'].map(
      (scope) =>
        `create index drops_${scope}_kind on drops (${scope}_id, status, type, claim_type, id)
         where deleted_at is null`,
    ),
    `create index drops_to_end on drops (claim_deadline)
       where claim_deadline is not null and deleted_at is null
         and status in ('SCHEDULED', 'ACTIVE', 'PAUSED', 'SOLD_OUT')`,
    `create index drops_to_start on drops (starts_at)
       where starts_at is not null and deleted_at is null and status = 'SCHEDULED'`,
    `create index events_drop_actor on events (drop_id, actor_id, position)
       where drop_id is not null and actor_id <> owner_id${placed}`,
    // A new index makes Postgres lose the statistics of an empty table, so they are set again.
    ...(client === 'pg' ? believedClaims(200) : []),
  ]
}

import type { Words } from './words.ts'

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

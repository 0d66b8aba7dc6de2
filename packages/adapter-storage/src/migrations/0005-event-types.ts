import type { Words } from './words.ts'

/**
 * Events by their type, for who wants a few of one type out of very many. A claim's own event is in none of these: it
 * is as frequent as can be, so it is found soon enough in the order of the log, and claims are made at no further cost.
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

/** The payouts of a drop's owner, newest first by id. */
export const payoutsOfDrop = (): string[] => [
  'create index payouts_of_drop on payouts (creator_id, drop_id, id)',
]

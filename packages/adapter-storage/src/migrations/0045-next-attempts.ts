/**
 * The waiting deliveries by their next attempt, for the metric of the due ones. The condition is not `state = 'waiting'`, so
 * that no database uses this index to take deliveries: it contains those of all webhooks.
 */
export const nextAttempts = (): string[] => [
  'drop index webhook_deliveries_due',
  `create index webhook_deliveries_next_attempt on webhook_deliveries (next_attempt_at)
     where next_attempt_at is not null`,
]

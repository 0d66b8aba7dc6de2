/**
 * Each state of a delivery as a condition. Each has a partial index, so none may change. No database derives the condition of
 * `waiting` from `state = 'waiting'`. If it did, taking deliveries would use that index, and read all waiting deliveries.
 */
export const DELIVERIES_IN = {
  waiting: `coalesce(state, '') not in ('delivered', 'given_up')`,
  delivered: `state = 'delivered'`,
  given_up: `state = 'given_up'`,
} as const

/**
 * Indexes of waiting deliveries that no database uses to take deliveries: one for the filter by status, and one for the
 * metric of due deliveries, which contains those of all webhooks.
 */
export const waitingDeliveries = (): string[] => [
  'drop index webhook_deliveries_waiting',
  `create index webhook_deliveries_waiting on webhook_deliveries (webhook_id, position) where ${DELIVERIES_IN.waiting}`,
  'drop index webhook_deliveries_due',
  `create index webhook_deliveries_next_attempt on webhook_deliveries (next_attempt_at)
     where next_attempt_at is not null`,
]

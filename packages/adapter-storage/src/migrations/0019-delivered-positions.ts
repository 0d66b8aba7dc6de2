/** Finds the oldest event that has a delivery. The log is removed only up to that event. */
export const deliveredPositions = (): string[] => [
  'create index webhook_deliveries_position on webhook_deliveries (position)',
]

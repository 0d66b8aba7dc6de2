/** Finds the oldest event that has a delivery: the log is not removed beyond it. */
export const deliveredPositions = (): string[] => [
  'create index webhook_deliveries_position on webhook_deliveries (position)',
]

import type { Words } from './words.ts'

/**
 * The last attempts of each delivery, as a JSON array. Attempts before this release, and those of servers of an earlier
 * release, are missing from it.
 */
export const deliveryAttempts = ({ json }: Words): string[] => [
  `alter table webhook_deliveries add column attempt_log ${json}`,
]

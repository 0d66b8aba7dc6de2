import { intentStatus } from './0030-to-0049.ts'
import type { Words } from './words.ts'

/** Finds the sessions of a user beyond the newest. */
export const sessionsOfUser = (): string[] => ['create index sessions_of_user on sessions (user_id, id)']

/** When an attempt of a webhook has failed. Servers of an earlier release leave the column as it is. */
export const lastFailures = ({ integer }: Words): string[] => [
  `alter table webhooks add column last_failed_at ${integer}`,
]

/** Payments of a buyer on a drop by status, and the intents of a drop by the time since when a transaction is named. */
export const intentsOfDropByState = ({ client }: Words): string[] => [
  `create index payment_intents_drop_payer_status on payment_intents (drop_id, payer_id, (${intentStatus(client)}), id)`,
  `create index payment_intents_processing on payment_intents (drop_id, candidate_since, id) where state = 'PROCESSING'`,
]

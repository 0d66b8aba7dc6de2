import type { Words } from './words.ts'

/** Finds the sessions of a user beyond the newest. */
export const sessionsOfUser = (): string[] => ['create index sessions_of_user on sessions (user_id, id)']

/** When an attempt of a webhook has failed. Servers of an earlier release leave the column as it is. */
export const lastFailures = ({ integer }: Words): string[] => [
  `alter table webhooks add column last_failed_at ${integer}`,
]

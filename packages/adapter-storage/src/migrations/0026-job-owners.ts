import type { Words } from './words.ts'

/**
 * Whose work a job is, and the index by which the owners with due jobs of a kind are found, minute by minute, however
 * many jobs each has. Work of the service itself has an empty owner.
 */
export const jobOwners = ({ text }: Words): string[] => [
  `alter table jobs add column owner_id ${text} not null default ''`,
  `update jobs set owner_id = coalesce((select creator_id from drops where drops.id = jobs.subject), '')`,
  'create index jobs_turns on jobs (kind, (due_at / 60000), owner_id, due_at)',
]

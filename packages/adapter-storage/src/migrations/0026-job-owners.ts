import type { Words } from './words.ts'

/**
 * The owner of each job, and the index that finds the owners with due jobs of a kind, minute by minute, however many jobs
 * each owner has. The service's own jobs have an empty owner.
 */
export const jobOwners = ({ text }: Words): string[] => [
  `alter table jobs add column owner_id ${text} not null default ''`,
  `update jobs set owner_id = coalesce((select creator_id from drops where drops.id = jobs.subject), '')`,
  'create index jobs_turns on jobs (kind, (due_at / 60000), owner_id, due_at)',
]

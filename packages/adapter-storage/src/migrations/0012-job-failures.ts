import type { Words } from './words.ts'

/** Why the last run of a job failed, and the index by which the due jobs of one kind are found. */
export const jobFailures = ({ text }: Words): string[] => [
  `alter table jobs add column failure_class ${text}`,
  `alter table jobs add column failure_reason ${text}`,
  'create index jobs_kind_due on jobs (kind, due_at)',
  'create index jobs_failing on jobs (attempts) where failure_class is not null',
]

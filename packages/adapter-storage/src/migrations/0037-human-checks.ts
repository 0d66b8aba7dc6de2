import type { Words } from './words.ts'

/** The human check of a drop. Servers of an earlier release check nothing. */
export const humanChecks = ({ text }: Words): string[] => [
  `alter table drops add column human_check ${text} not null default 'NONE'
     check (human_check in ('NONE', 'PROOF_OF_WORK', 'TURNSTILE'))`,
]

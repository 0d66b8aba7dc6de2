import type { Words } from './words.ts'

/** Bytes are kept under names that are never given again; those that are there keep theirs, which is their hash. */
export const contentNames = ({ text }: Words): string[] => [
  `alter table files add column content_name ${text} not null default ''`,
  'update files set content_name = content_hash',
]

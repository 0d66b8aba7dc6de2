import type { Words } from './words.ts'

/** Files are stored under names that are never reused. Existing files keep their hash as their name. */
export const contentNames = ({ text }: Words): string[] => [
  `alter table files add column content_name ${text} not null default ''`,
  'update files set content_name = content_hash',
]

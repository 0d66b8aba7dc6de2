import type { Words } from './words.ts'

/** The links of a creator's page. Servers of an earlier release do not change them. */
export const profileLinks = ({ json }: Words): string[] => [
  `alter table users add column links ${json} not null default '[]'`,
]

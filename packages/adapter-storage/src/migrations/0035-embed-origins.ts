import type { Words } from './words.ts'

/** The origins whose pages may embed a drop's claim page. Servers of an earlier release have no such page. */
export const embedOrigins = ({ json }: Words): string[] => [
  `alter table drops add column embed_origins ${json} not null default '[]'`,
]

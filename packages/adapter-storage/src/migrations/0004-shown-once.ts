import type { Words } from './words.ts'

/** Secrets that are shown only in an answer, in case the answer is lost. Deleted when the answer is stored. */
export const shownOnce = ({ text }: Words): string[] => [
  `alter table receipts add column effect_shown_once ${text}`,
]

import type { Words } from './words.ts'

/** What a lost answer showed and nothing else says; gone as soon as the answer is kept. */
export const shownOnce = ({ text }: Words): string[] => [
  `alter table receipts add column effect_shown_once ${text}`,
]

import type { Words } from './words.ts'

/** The branding of creators. Servers of an earlier release do not change it. */
export const branding = ({ text }: Words): string[] =>
  ['logo', 'cover', 'accent_color'].map((column) => `alter table users add column ${column} ${text}`)

import type { DropForm } from './drop-form.ts'

const MAX_LENGTH = 48

/** A short public name from a title: `Spring drop!` → `spring-drop`. Empty when the title has no letter for one. */
export const suggestedShortcode = (title: string): string =>
  title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_LENGTH)
    .replace(/^-+|-+$/g, '')

/** The one that was written, else the one that follows from the title; empty where there is neither. */
export const shortcodeOf = ({ shortcode, title }: Pick<DropForm, 'shortcode' | 'title'>): string =>
  shortcode ?? suggestedShortcode(title)

const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Another name for one that is taken: with four letters at its end, chosen by `pick` (0 up to its argument). */
export function otherShortcode(taken: string, pick: (below: number) => number): string {
  const end = Array.from({ length: 4 }, () => LETTERS[pick(LETTERS.length)]).join('')
  return `${taken.slice(0, MAX_LENGTH)}-${end}`
}

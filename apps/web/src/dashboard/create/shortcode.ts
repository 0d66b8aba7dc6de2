import type { DropForm } from './drop-form.ts'

const MAX_LENGTH = 48

/** Derives a shortcode from a title: `Spring drop!` → `spring-drop`. Empty if the title has no usable characters. */
export const suggestedShortcode = (title: string): string =>
  title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_LENGTH)
    .replace(/^-+|-+$/g, '')

/** The typed shortcode, otherwise the one derived from the title. Empty if both are empty. */
export const shortcodeOf = ({ shortcode, title }: Pick<DropForm, 'shortcode' | 'title'>): string =>
  shortcode ?? suggestedShortcode(title)

const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'

/**
 * An alternative to a shortcode that is taken: appends four characters, chosen by `pick`, which returns a number from 0 to
 * below its argument.
 */
export function otherShortcode(taken: string, pick: (below: number) => number): string {
  const end = Array.from({ length: 4 }, () => LETTERS[pick(LETTERS.length)]).join('')
  return `${taken.slice(0, MAX_LENGTH)}-${end}`
}

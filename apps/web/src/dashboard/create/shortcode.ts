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

/** The shortcodes that other drops use, in lower case, each with the one to use instead. */
export type TakenShortcodes = ReadonlyMap<string, string>

/** The typed shortcode, otherwise one derived from the title that is not taken. Empty if both are empty. */
export function shortcodeOf(
  { shortcode, title }: Pick<DropForm, 'shortcode' | 'title'>,
  taken: TakenShortcodes,
): string {
  if (shortcode !== null) return shortcode
  let free = suggestedShortcode(title)
  for (let other = taken.get(free); other !== undefined; other = taken.get(free)) free = other
  return free
}

const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'

const atRandom = (below: number): number => {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1))
  return random % below
}

/**
 * An alternative to a shortcode that is taken: appends four characters, chosen by `pick`, which returns a number from 0 to
 * below its argument.
 */
export function otherShortcode(taken: string, pick = atRandom): string {
  const end = Array.from({ length: 4 }, () => LETTERS[pick(LETTERS.length)]).join('')
  return `${taken.slice(0, MAX_LENGTH)}-${end}`
}

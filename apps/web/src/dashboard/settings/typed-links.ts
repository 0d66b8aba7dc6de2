import { MAX_PROFILE_LINKS, parseProfileLinks } from '@dropkit/core/internal'
import { inSettings } from '../../words/messages/settings.ts'

export const MAX_LINKS = MAX_PROFILE_LINKS

/** A typed link as the API takes it. `https://` may be left out, and names in other letters are encoded. */
function asUrl(typed: string): string {
  const text = typed.trim()
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`
  return URL.canParse(withScheme) ? new URL(withScheme).href : text
}

/** The typed links as the API takes them. Empty lines are left out. */
export const linksTyped = (typed: readonly string[]): readonly string[] =>
  typed.filter((link) => link.trim() !== '').map(asUrl)

/** The error of one typed link, by the API's own rule. Undefined if it is valid or empty. */
export function linkError(typed: readonly string[], index: number): string | undefined {
  const link = typed[index] ?? ''
  if (link.trim() === '') return undefined
  if (!parseProfileLinks([asUrl(link)]).ok) return inSettings('linkIsInvalid')
  const isThereBefore = linksTyped(typed.slice(0, index)).includes(asUrl(link))
  return isThereBefore ? inSettings('linkIsThereTwice') : undefined
}

import { claimPath } from '../words/addresses.ts'

/** Whether another page shows this one in a frame. */
export const isFramed = (): boolean => window.parent !== window

/** The address of this page for a tab of its own: `/d/<shortcode>` for `/embed/<shortcode>`. */
export function addressForTab(): string {
  const url = new URL(location.href)
  url.pathname = url.pathname.replace(/^\/embed\//, '/d/')
  return url.href
}

/**
 * The page to return to after the payment: the drop's page in `?back=`, otherwise the page of the payment's drop. Any other
 * address in `?back=` is ignored.
 */
export function wayBack(
  search: string,
  drop: { readonly id: string; readonly shortcode: string | null } | null,
): string | null {
  const asked = new URLSearchParams(search).get('back')
  if (asked !== null && /^\/d\/[A-Za-z0-9_-]+$/.test(asked)) return asked
  return drop === null ? null : claimPath(drop)
}

const MAX_TEXT_LENGTH = 40

/** The host of a link without `www.`, and the text that shows where it leads: `x.com/grace`. */
export function shownLink(link: string): { readonly host: string; readonly text: string } {
  const { hostname, pathname } = new URL(link)
  const host = hostname.replace(/^www\./, '')
  const text = `${host}${pathname.replace(/\/$/, '')}`
  return { host, text: text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH - 1)}…` : text }
}

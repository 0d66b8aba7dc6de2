import { claimPath } from '../words/addresses.ts'

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

import { claimPath } from '../words/claim-path.ts'

/**
 * Where to go when it is paid: the drop's page that `?back=` names, else the drop's own. Nothing else is gone to,
 * whatever the address says.
 */
export function wayBack(
  search: string,
  drop: { readonly id: string; readonly shortcode: string | null } | null,
): string | null {
  const asked = new URLSearchParams(search).get('back')
  if (asked !== null && /^\/d\/[A-Za-z0-9_-]+$/.test(asked)) return asked
  return drop === null ? null : claimPath(drop)
}

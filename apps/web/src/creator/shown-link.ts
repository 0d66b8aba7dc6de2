const LONGEST = 40

/** The host of a link without `www.`, and the text that shows where it leads: `x.com/grace`. */
export function shownLink(link: string): { readonly host: string; readonly text: string } {
  const { hostname, pathname } = new URL(link)
  const host = hostname.replace(/^www\./, '')
  const text = `${host}${pathname.replace(/\/$/, '')}`
  return { host, text: text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text }
}

/** Whether another page shows this one in a frame. */
export const isFramed = (): boolean => window.parent !== window

/** The address of this page for a tab of its own: `/d/<shortcode>` for `/embed/<shortcode>`. */
export function addressForTab(): string {
  const url = new URL(location.href)
  url.pathname = url.pathname.replace(/^\/embed\//, '/d/')
  return url.href
}

/** After this time the browser has started the download, so the object URL can be revoked. */
const REVOKE_AFTER_MS = 60_000

/** Saves content that the page has made as a file with this name. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER_MS)
}

/**
 * Where a picture is that the pages' policy does not let in; null for one that it does: of this server, of an origin
 * that the server allows, or held by the page itself. What is no address counts as its own host.
 */
export function pictureHost(
  imageUrl: string,
  ownOrigin: string,
  imageOrigins: readonly string[],
): string | null {
  if (!URL.canParse(imageUrl, ownOrigin)) return imageUrl
  const url = new URL(imageUrl, ownOrigin)
  if (url.protocol === 'data:' || url.protocol === 'blob:') return null
  return url.origin === ownOrigin || imageOrigins.includes(url.origin) ? null : url.host || url.protocol
}

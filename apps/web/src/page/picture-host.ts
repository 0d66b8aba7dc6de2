/**
 * Returns the host of a picture that the pages' content security policy blocks. Null if the policy allows it: pictures of
 * this server, of an allowed origin, or in a data or blob URL. An invalid URL is returned as its own host.
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

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

/** The attributes of an image element. */
export interface PictureSources {
  readonly src: string
  readonly srcSet?: string
  readonly sizes?: string
}

/** The widths in pixels that the server can resize pictures to. */
const WIDTHS = [48, 96, 192, 384, 768, 1280, 1920]
/** Screens have up to three device pixels per CSS pixel, but more than two make no visible difference. */
const DENSITY = 2

/**
 * The `src` attributes of a picture. Uploads on this server are loaded in the size at which they are shown; other pictures
 * have only one size.
 */
export function sourcesOf(imageUrl: string, widthPx: number, ownOrigin: string): PictureSources {
  const url = new URL(imageUrl, ownOrigin)
  if (url.origin !== ownOrigin || !url.pathname.startsWith('/files/')) return { src: imageUrl }
  const inWidth = (width: number) => `${url.pathname}?width=${width}`
  const largest = WIDTHS.find((width) => width >= widthPx * DENSITY) ?? 1920
  return {
    src: inWidth(largest),
    srcSet: WIDTHS.filter((width) => width <= largest)
      .map((width) => `${inWidth(width)} ${width}w`)
      .join(', '),
    sizes: `min(100vw, ${widthPx}px)`,
  }
}

import { pageData } from './page-data.ts'
import { type PictureSources, pictureHost, sourcesOf } from './picture-sources.ts'

/** The picture's URL. Null if the page's content security policy blocks it: a request would fail and log a violation. */
export const shownPicture = (imageUrl: string | null | undefined): string | null =>
  imageUrl == null || foreignPictureHost(imageUrl) !== null ? null : imageUrl

/** The host of a picture that pages do not show. Null if they show it. */
export const foreignPictureHost = (imageUrl: string): string | null =>
  pictureHost(imageUrl, location.origin, pageData.imageOrigins)

/**
 * The `src` attributes of a picture. `widthPx` is the largest width at which it is shown, in CSS pixels. Null if it is not
 * shown.
 */
export function pictureSources(imageUrl: string | null | undefined, widthPx: number): PictureSources | null {
  const shown = shownPicture(imageUrl)
  return shown === null ? null : sourcesOf(shown, widthPx, location.origin)
}

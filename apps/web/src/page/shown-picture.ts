import { pageData } from './page-data.ts'
import { pictureHost } from './picture-host.ts'
import { type PictureSources, sourcesOf } from './picture-sources.ts'

/** The picture, where the pages' policy lets it be shown; to ask for another would only be refused, and noted. */
export const shownPicture = (imageUrl: string | null | undefined): string | null =>
  imageUrl == null || foreignPictureHost(imageUrl) !== null ? null : imageUrl

/** The host of a picture that no page shows; null where it is shown. */
export const foreignPictureHost = (imageUrl: string): string | null =>
  pictureHost(imageUrl, location.origin, pageData.imageOrigins)

/** The picture in the sizes that it may be shown in; `widthPx` is the widest, in CSS pixels. Null if it is not shown. */
export function pictureSources(imageUrl: string | null | undefined, widthPx: number): PictureSources | null {
  const shown = shownPicture(imageUrl)
  return shown === null ? null : sourcesOf(shown, widthPx, location.origin)
}

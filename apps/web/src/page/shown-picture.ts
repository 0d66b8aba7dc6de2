import { pageData } from './page-data.ts'
import { pictureHost } from './picture-host.ts'

/** The picture, where the pages' policy lets it be shown; to ask for another would only be refused, and noted. */
export const shownPicture = (imageUrl: string | null | undefined): string | null =>
  imageUrl == null || foreignPictureHost(imageUrl) !== null ? null : imageUrl

/** The host of a picture that no page shows; null where it is shown. */
export const foreignPictureHost = (imageUrl: string): string | null =>
  pictureHost(imageUrl, location.origin, pageData.imageOrigins)

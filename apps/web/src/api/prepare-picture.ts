import { inForms } from '../words/messages/forms.ts'
import { TranslatedError } from './translated-error.ts'

/** A picture of up to this size with short enough edges is uploaded unchanged. */
const SMALL_BYTES = 200 * 1024
const QUALITY = 0.85

/**
 * Returns the picture to upload, with no edge longer than `maxEdgePx`, so that pages do not load more pixels than they
 * show. Throws a `TranslatedError` if browsers cannot show the file, whatever its name. Animated GIFs keep their frames; other
 * pictures lose their metadata.
 */
export async function preparePicture(file: File, maxEdgePx: number): Promise<File> {
  const picture = await createImageBitmap(file).catch(() => null)
  if (picture === null) throw new TranslatedError(inForms('fileIsNoPicture', { name: file.name }))
  try {
    const scale = Math.min(1, maxEdgePx / Math.max(picture.width, picture.height))
    // A photo's metadata may contain its location. Redrawing the photo removes the metadata.
    const isAsItIs = scale === 1 && file.type === 'image/png'
    if (file.type === 'image/gif' || (isAsItIs && file.size <= SMALL_BYTES)) return file
    const width = Math.max(1, Math.round(picture.width * scale))
    const height = Math.max(1, Math.round(picture.height * scale))
    const canvas = new OffscreenCanvas(width, height)
    canvas.getContext('2d')?.drawImage(picture, 0, 0, width, height)
    const blob = await canvas.convertToBlob({ type: 'image/webp', quality: QUALITY })
    if (isAsItIs && blob.size >= file.size) return file
    // Browsers that cannot write WebP write PNG.
    const name = `${file.name.replace(/\.\w+$/, '')}.${blob.type.split('/').at(-1)}`
    return new File([blob], name, { type: blob.type })
  } finally {
    picture.close()
  }
}

import { ApiRefusal } from './api-refusal.ts'

/** Up to this size a picture whose edges are short enough is uploaded as it is. */
const SMALL_BYTES = 200 * 1024
const QUALITY = 0.85

/**
 * The picture as it is uploaded: no edge is longer than `maxEdgePx`, so that no page loads more than it shows. Throws an
 * `ApiRefusal` for a file that browsers cannot show, whatever its name says. Animated GIFs keep their frames;
 * other pictures lose what cameras write into them.
 */
export async function preparePicture(file: File, maxEdgePx: number): Promise<File> {
  const picture = await createImageBitmap(file).catch(() => null)
  if (picture === null)
    throw new ApiRefusal(`${file.name} is not a picture that browsers can show.`, { code: 'NOT_A_PICTURE' })
  try {
    const scale = Math.min(1, maxEdgePx / Math.max(picture.width, picture.height))
    // A photo may tell where it was taken: it is always drawn anew, which leaves that out.
    const isAsItIs = scale === 1 && file.type === 'image/png'
    if (file.type === 'image/gif' || (isAsItIs && file.size <= SMALL_BYTES)) return file
    const width = Math.max(1, Math.round(picture.width * scale))
    const height = Math.max(1, Math.round(picture.height * scale))
    const canvas = new OffscreenCanvas(width, height)
    canvas.getContext('2d')?.drawImage(picture, 0, 0, width, height)
    const blob = await canvas.convertToBlob({ type: 'image/webp', quality: QUALITY })
    if (isAsItIs && blob.size >= file.size) return file
    // A browser that does not write WebP writes PNG.
    const name = `${file.name.replace(/\.\w+$/, '')}.${blob.type.split('/').at(-1)}`
    return new File([blob], name, { type: blob.type })
  } finally {
    picture.close()
  }
}

import { buffer } from 'node:stream/consumers'
import type { Files, UploadedFile } from '@dropkit/core'
import { unreachable } from '@dropkit/core/internal'
import { createPictureCache } from './picture-cache.ts'
import { MAX_IMAGE_PIXELS, resizeImage } from './resize-image.ts'

/** The widths in pixels that images can be resized to. There are only a few, so that an image has few variants. */
export const IMAGE_WIDTHS: readonly number[] = [48, 96, 192, 384, 768, 1280, 1920]

const LIMITS = { mostWaiting: 32, mostBytes: 64 * 1_024 * 1_024 }

type ImageVariant =
  | { readonly kind: 'found'; readonly webp: Buffer }
  /** The file was deleted. */
  | { readonly kind: 'missing' }
  /** Too many images wait to be resized. */
  | { readonly kind: 'busy' }
  | { readonly kind: 'refused'; readonly message: string }

export interface ImageVariants {
  read(file: UploadedFile, widthPx: number): Promise<ImageVariant>
}

/** The approximate memory of a cached refusal, in bytes. */
const REFUSAL_BYTES = 500

/** Resizes uploaded images on demand, one at a time, and caches the most recently used ones. */
export function createImageVariants(
  files: Pick<Files, 'read'>,
  resize: typeof resizeImage = resizeImage,
): ImageVariants {
  const cache = createPictureCache<ImageVariant>({
    ...LIMITS,
    bytesOf: (variant) => (variant.kind === 'found' ? variant.webp.length : REFUSAL_BYTES),
  })

  async function make({ contentName }: UploadedFile, widthPx: number): Promise<ImageVariant> {
    const bytes = await files.read(contentName)
    if (bytes === undefined) return { kind: 'missing' }
    const resized = await resize(await buffer(bytes), widthPx)
    switch (resized.kind) {
      case 'resized':
        return { kind: 'found', webp: resized.webp }
      case 'too_many_pixels':
        return {
          kind: 'refused',
          message: `This image has ${resized.pixels} pixels; the server resizes images of at most ${MAX_IMAGE_PIXELS}`,
        }
      case 'unreadable':
        return { kind: 'refused', message: 'This file cannot be read as an image' }
      default:
        return unreachable(resized)
    }
  }

  return {
    async read(file, widthPx) {
      if (!file.inlineType?.startsWith('image/'))
        return { kind: 'refused', message: `${file.filename} is not an image` }
      const variant = cache.read(`${file.contentName} ${widthPx}`, () => make(file, widthPx))
      return variant ?? { kind: 'busy' }
    },
  }
}

/** Larger images are not decoded, because a small file can contain an image that needs gigabytes of memory. */
export const MAX_IMAGE_PIXELS = 40_000_000
const MOST_SECONDS = 10
const QUALITY = 80

export type ResizedImage =
  | { readonly kind: 'resized'; readonly webp: Buffer }
  | { readonly kind: 'too_many_pixels'; readonly pixels: number }
  | { readonly kind: 'unreadable' }

/**
 * Converts an image to WebP, at most `widthPx` wide. The result is rotated upright and has no metadata, such as the
 * location of a photo. Animations are preserved, unless all their frames together have too many pixels. Runs on a thread of
 * libuv's pool.
 */
export async function resizeImage(bytes: Uint8Array, widthPx: number): Promise<ResizedImage> {
  // The library throws on empty input.
  if (bytes.length === 0) return { kind: 'unreadable' }
  const sharp = await load()
  const header = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => null)
  if (header === null) return { kind: 'unreadable' }
  const { width, height, pages = 1 } = header
  // For an animation, this is the size of one frame.
  const pixels = width * height
  if (pixels > MAX_IMAGE_PIXELS) return { kind: 'too_many_pixels', pixels }
  const animated = pixels * pages <= MAX_IMAGE_PIXELS
  const webp = await sharp(bytes, { limitInputPixels: MAX_IMAGE_PIXELS, animated })
    .autoOrient()
    .resize({ width: widthPx, withoutEnlargement: true })
    .webp({ quality: QUALITY })
    .timeout({ seconds: MOST_SECONDS })
    .toBuffer()
    .catch(() => null)
  return webp === null ? { kind: 'unreadable' } : { kind: 'resized', webp }
}

/** Loads the library on first use, because it is large and not every server resizes images. */
async function load() {
  const { default: sharp } = await import('sharp')
  // Resizes one image at a time on one thread, so that requests have priority.
  sharp.concurrency(1)
  sharp.cache(false)
  return sharp
}

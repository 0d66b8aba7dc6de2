/** Larger images are not decoded: a small file can hold an image that needs gigabytes of memory. */
export const MAX_IMAGE_PIXELS = 40_000_000
const MOST_SECONDS = 10
const QUALITY = 80

export type ResizedImage =
  | { readonly kind: 'resized'; readonly webp: Buffer }
  | { readonly kind: 'too_many_pixels'; readonly pixels: number }
  | { readonly kind: 'unreadable' }

/**
 * An image as WebP, at most `widthPx` wide. It is upright and has no metadata, such as the place where a photo was taken.
 * Animations stay, unless all their frames together have too many pixels. Works on a thread of libuv's pool.
 */
export async function resizeImage(bytes: Uint8Array, widthPx: number): Promise<ResizedImage> {
  // The library throws on it.
  if (bytes.length === 0) return { kind: 'unreadable' }
  const sharp = await load()
  const header = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => null)
  if (header === null) return { kind: 'unreadable' }
  const { width, height, pages = 1 } = header
  // Of an animation this is one frame.
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

/** The library is large, and not every server has images. */
async function load() {
  const { default: sharp } = await import('sharp')
  // One image at a time, on one thread: requests come first.
  sharp.concurrency(1)
  sharp.cache(false)
  return sharp
}

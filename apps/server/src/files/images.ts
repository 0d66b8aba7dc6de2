import { buffer } from 'node:stream/consumers'
import type { Files, UploadedFile } from '@dropkit/core'
import { unreachable } from '@dropkit/core/internal'

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

interface ImageVariants {
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

/** Larger images are not decoded, because a small file can contain an image that needs gigabytes of memory. */
const MAX_IMAGE_PIXELS = 40_000_000
const MOST_SECONDS = 10
const QUALITY = 80

type ResizedImage =
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

interface PictureCache<Picture> {
  /**
   * Returns the picture of this key. If it is not cached, `make` creates it after the pictures that were requested before.
   * Undefined if too many pictures wait.
   */
  read(key: string, make: () => Promise<Picture>): Promise<Picture> | undefined
}

interface PictureCacheOptions<Picture> {
  readonly mostWaiting: number
  /** The memory limit in bytes. The least recently used pictures are removed first. */
  readonly mostBytes: number
  /** The size of a picture. Must be greater than 0. */
  readonly bytesOf: (picture: Picture) => number
}

/** Creates pictures one at a time and caches them in memory. */
export function createPictureCache<Picture>({
  mostWaiting,
  mostBytes,
  bytesOf,
}: PictureCacheOptions<Picture>): PictureCache<Picture> {
  const cached = new Map<string, { readonly made: Promise<Picture>; bytes: number }>()
  let cachedBytes = 0
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0

  function forget(key: string): void {
    cachedBytes -= cached.get(key)?.bytes ?? 0
    cached.delete(key)
  }

  function forgetOldest(): void {
    for (const [key, { bytes }] of cached) {
      if (cachedBytes <= mostBytes) return
      // A picture that is still being created has 0 bytes.
      if (bytes > 0) forget(key)
    }
  }

  function begin(key: string, make: () => Promise<Picture>): Promise<Picture> {
    waiting++
    const made = last.then(make)
    const entry = { made, bytes: 0 }
    cached.set(key, entry)
    last = made.then(
      (picture) => {
        waiting--
        entry.bytes = bytesOf(picture)
        cachedBytes += entry.bytes
        forgetOldest()
      },
      () => {
        waiting--
        forget(key)
      },
    )
    return made
  }

  return {
    read(key, make) {
      const known = cached.get(key)
      if (known === undefined) return waiting >= mostWaiting ? undefined : begin(key, make)
      cached.delete(key)
      cached.set(key, known)
      return known.made
    },
  }
}

import { buffer } from 'node:stream/consumers'
import type { Files, UploadedFile } from '@dropkit/core'
import { createFairSlots, unreachable } from '@dropkit/core/internal'
import type { Metadata } from 'sharp'

/** The widths in pixels that images can be resized to. There are only a few, so that an image has few variants. */
export const IMAGE_WIDTHS: readonly number[] = [48, 96, 192, 384, 768, 1280, 1920]

const LIMITS = { mostWaiting: 128, mostBytes: 64 * 1_024 * 1_024 }

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
export function createImageVariants(files: Pick<Files, 'read'>): ImageVariants {
  const cache = createPictureCache<ImageVariant>({
    ...LIMITS,
    bytesOf: (variant) => (variant.kind === 'found' ? variant.webp.length : REFUSAL_BYTES),
  })

  async function make({ contentName }: UploadedFile, widthPx: number): Promise<ImageVariant> {
    const bytes = await files.read(contentName)
    if (bytes === undefined) return { kind: 'missing' }
    const resized = await resizeImage(await buffer(bytes), widthPx)
    switch (resized.kind) {
      case 'resized':
        return { kind: 'found', webp: resized.webp }
      case 'too_many_pixels':
        return {
          kind: 'refused',
          message: `This image has ${resized.pixels} pixels; the server resizes images of at most ${MAX_IMAGE_PIXELS}`,
        }
      case 'too_many_bytes':
        return {
          kind: 'refused',
          message: `This image needs ${inMegabytes(resized.decodedBytes)} MB to be decoded; the server resizes interlaced, progressive, GIF and AVIF images of at most ${inMegabytes(MAX_WHOLE_IMAGE_BYTES)} MB`,
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
      const picture = { key: `${file.contentName} ${widthPx}`, owner: file.ownerId }
      return (await cache.read(picture, () => make(file, widthPx))) ?? { kind: 'busy' }
    },
  }
}

/** Larger images are not decoded, because a small file can contain an image that needs gigabytes of memory. */
const MAX_IMAGE_PIXELS = 40_000_000
/** For images that cannot be decoded row by row: a photo of 24 megapixels, or of 12 in AVIF. */
const MAX_WHOLE_IMAGE_BYTES = 72_000_000
/** The limit of the format. */
const MAX_WEBP_SIDE_PX = 16_383
const MOST_SECONDS = 10
const QUALITY = 80

type ResizedImage =
  | { readonly kind: 'resized'; readonly webp: Buffer }
  | { readonly kind: 'too_many_pixels'; readonly pixels: number }
  /** The image cannot be decoded row by row, and needs this much memory at once. */
  | { readonly kind: 'too_many_bytes'; readonly decodedBytes: number }
  | { readonly kind: 'unreadable' }

/**
 * Converts an image to WebP, at most `widthPx` wide, and narrower if it would be too high for the format. The result is
 * rotated upright and has no metadata, such as the location of a photo. Animations are preserved, unless all their frames
 * together have too many pixels. Runs on a thread of libuv's pool.
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
  const decodedBytes = bytesDecodedAtOnce(header)
  if (decodedBytes > MAX_WHOLE_IMAGE_BYTES) return { kind: 'too_many_bytes', decodedBytes }
  const animated = pixels * pages <= MAX_IMAGE_PIXELS
  const webp = await sharp(bytes, { limitInputPixels: MAX_IMAGE_PIXELS, animated })
    .autoOrient()
    .resize({ width: widthPx, height: MAX_WEBP_SIDE_PX, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: QUALITY })
    .timeout({ seconds: MOST_SECONDS })
    .toBuffer()
    .catch(() => null)
  return webp === null ? { kind: 'unreadable' } : { kind: 'resized', webp }
}

/**
 * The approximate memory that decoding takes at once. Interlaced and progressive images, GIF and AVIF are decoded as a
 * whole, other images row by row. AVIF is decoded into planes of color first, and then converted.
 */
function bytesDecodedAtOnce({ format, isProgressive, width, height, channels, depth }: Metadata): number {
  const isAvif = format === 'heif'
  if (!isProgressive && !isAvif && format !== 'gif') return 0
  const copies = isAvif ? 2 : 1
  const bytesPerSample = depth === 'uchar' ? 1 : 2
  return width * height * channels * bytesPerSample * copies
}

/** Loads the library on first use, because it is large and not every server resizes images. */
async function load() {
  const { default: sharp } = await import('sharp')
  // Resizes one image at a time on one thread, so that requests have priority.
  sharp.concurrency(1)
  sharp.cache(false)
  return sharp
}

const inMegabytes = (bytes: number): number => Math.ceil(bytes / 1_000_000)

interface PictureName {
  readonly key: string
  /** The user whose picture it is. */
  readonly owner: string
}

interface PictureCache<Picture> {
  /**
   * Returns the picture of this key. If it is not cached, `make` creates it when it is the turn of its owner. If too many
   * pictures wait, the newest one of the owner with the most is undefined.
   */
  read(name: PictureName, make: () => Promise<Picture>): Promise<Picture | undefined>
}

interface PictureCacheOptions<Picture> {
  readonly mostWaiting: number
  /** The memory limit in bytes. The least recently used pictures are removed first. */
  readonly mostBytes: number
  /** The size of a picture. Must be greater than 0. */
  readonly bytesOf: (picture: Picture) => number
}

/** Creates pictures one at a time, those of each owner in turn, and caches them in memory. */
export function createPictureCache<Picture>({
  mostBytes,
  bytesOf,
  mostWaiting,
}: PictureCacheOptions<Picture>): PictureCache<Picture> {
  const cached = new Map<string, { readonly made: Promise<Picture | undefined>; bytes: number }>()
  let cachedBytes = 0
  const run = createFairSlots({ mostRunning: 1, mostWaiting })

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

  function begin({ key, owner }: PictureName, make: () => Promise<Picture>): Promise<Picture | undefined> {
    const made = run(owner, make)
    const entry = { made, bytes: 0 }
    cached.set(key, entry)
    made.then(
      (picture) => {
        if (picture === undefined) return forget(key)
        entry.bytes = bytesOf(picture)
        cachedBytes += entry.bytes
        forgetOldest()
      },
      () => forget(key),
    )
    return made
  }

  async function read(name: PictureName, make: () => Promise<Picture>): Promise<Picture | undefined> {
    const { key } = name
    const known = cached.get(key)
    if (known === undefined) return begin(name, make)
    cached.delete(key)
    cached.set(key, known)
    // It may have waited in the turns of another owner with the same picture, and given way.
    return (await known.made) ?? read(name, make)
  }

  return { read }
}

import type { FileId, UserId } from './ids.ts'
import type { Instant } from './instant.ts'

/** One upload. Equal bytes are stored once, but each upload has its own URL. */
export interface UploadedFile {
  readonly id: FileId
  readonly ownerId: UserId
  /** SHA-256 of the bytes, hex. */
  readonly contentHash: string
  /** The name under which the bytes are stored. All uploads of the same bytes share it. */
  readonly contentName: string
  readonly filename: string
  /** As the uploader stated it. */
  readonly contentType: string
  /** The media type under which browsers may show the bytes; null if the file is only offered as a download. */
  readonly inlineType: string | null
  readonly sizeBytes: number
  readonly createdAt: Instant
}

/** The largest accepted file: 10 MiB. */
export const MAX_FILE_BYTES = 10 * 1_024 * 1_024

/** Media types that are shown inline, if the bytes really have that type: the type to show by each of its names. */
export const INLINE_TYPES: ReadonlyMap<string, string> = new Map([
  ['image/png', 'image/png'],
  ['image/apng', 'image/png'],
  ['image/x-png', 'image/png'],
  ['image/jpeg', 'image/jpeg'],
  ['image/jpg', 'image/jpeg'],
  ['image/pjpeg', 'image/jpeg'],
  ['image/gif', 'image/gif'],
  ['image/webp', 'image/webp'],
  ['image/avif', 'image/avif'],
  ['video/mp4', 'video/mp4'],
  ['video/x-m4v', 'video/mp4'],
])

/**
 * The storage name of bytes that no other upload has yet. The name is never used again after removal, so a removal cannot
 * affect a later upload of the same bytes.
 */
export const newContentName = ({ id, contentHash }: Pick<UploadedFile, 'id' | 'contentHash'>): string =>
  `${contentHash}-${id.slice(id.indexOf('_') + 1)}`

/** The path of an upload on this server. */
export const pathOfFile = ({ id, filename }: Pick<UploadedFile, 'id' | 'filename'>): string =>
  `/files/${id}/${encodeURIComponent(safeFilename(filename))}`

/** A file name without folders and control characters. It is only shown, never used as a path. */
export function safeFilename(filename: string): string {
  const base = filename.replaceAll('\\', '/').split('/').at(-1) ?? ''
  const clean = base
    .replace(/[\p{Cc}\p{Cf}\p{Surrogate}"<>|:*?]/gu, '')
    .replace(/^\.+/, '')
    .trim()
  return clean === '' ? 'file' : [...clean].slice(0, 200).join('')
}

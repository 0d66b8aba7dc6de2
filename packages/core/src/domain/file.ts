import type { FileId, UserId } from './ids.ts'
import type { Instant } from './instant.ts'

/** One upload. Equal bytes are stored once, and each upload has its own address. */
export interface UploadedFile {
  readonly id: FileId
  readonly ownerId: UserId
  /** SHA-256 of the bytes, hex. */
  readonly contentHash: string
  /** Where the bytes are kept; all uploads of the same bytes share it. */
  readonly contentName: string
  readonly filename: string
  /** As the uploader said. */
  readonly contentType: string
  /** What the bytes are and browsers may show; null for what is only handed out as a download. */
  readonly inlineType: string | null
  readonly sizeBytes: number
  readonly createdAt: Instant
}

/** Largest file that is taken: 10 MiB. */
export const MAX_FILE_BYTES = 10 * 1_024 * 1_024

/** Types that are shown in the page when the bytes really are of them. */
export const INLINE_TYPES: readonly string[] = [
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'video/mp4',
]

/**
 * Where the bytes are kept of which this is the only upload. Nobody else's are ever kept there, also once these are
 * gone: so what is to be removed can be removed at any time, whoever uploads the same bytes meanwhile.
 */
export const newContentName = ({ id, contentHash }: Pick<UploadedFile, 'id' | 'contentHash'>): string =>
  `${contentHash}-${id.slice(id.indexOf('_') + 1)}`

/** The path of an upload on this server. */
export const pathOfFile = ({ id, filename }: Pick<UploadedFile, 'id' | 'filename'>): string =>
  `/files/${id}/${encodeURIComponent(safeFilename(filename))}`

/** A name without folders, control characters or tricks: what is left of it is only ever shown. */
export function safeFilename(filename: string): string {
  const base = filename.replaceAll('\\', '/').split('/').at(-1) ?? ''
  const clean = base
    .replace(/[\p{Cc}\p{Cf}\p{Surrogate}"<>|:*?]/gu, '')
    .replace(/^\.+/, '')
    .trim()
  return clean === '' ? 'file' : [...clean].slice(0, 200).join('')
}

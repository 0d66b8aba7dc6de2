import type { FileId, UserId } from './ids.ts'
import type { Instant } from './instant.ts'

/** One upload. Equal bytes are kept once, whoever uploads them; each upload has an address of its own. */
export interface UploadedFile {
  readonly id: FileId
  readonly ownerId: UserId
  /** SHA-256 of the bytes, hex: where they are kept. */
  readonly contentHash: string
  readonly filename: string
  /** As the uploader said. */
  readonly contentType: string
  /** What the bytes are and browsers may show; null for what is only handed out as a download. */
  readonly inlineType: string | null
  readonly sizeBytes: number
  readonly createdAt: Instant
}

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

import { hexOfBytes } from '../../domain/encodings.ts'
import {
  INLINE_TYPES,
  MAX_FILE_BYTES,
  newContentName,
  safeFilename,
  type UploadedFile,
} from '../../domain/file.ts'
import { fileNamedBy } from '../../domain/gating/wallet-allowlist.ts'
import { idOf, readId } from '../../domain/ids.ts'
import { HOUR_MS, type Instant, MINUTE_MS } from '../../domain/instant.ts'
import { badInput, notFound, type Refusal } from '../../domain/refusal.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import { noTextRefusal, parseText, shownText } from '../../domain/text.ts'
import type { Caller } from '../../domain/user.ts'
import type { Change, ChangeSet, JobOutcome, JobRequest, Ports } from '../../ports/index.ts'

/** An upload, as its caller wrote it. */
export interface UploadFileInput {
  /** Base64, padded or not, URL-safe or not, or a data: URL. */
  readonly file: string
  readonly filename: string
  readonly contentType: string
}

type FilePorts = Pick<Ports, 'store' | 'jobs' | 'clock' | 'ids' | 'hashes' | 'files'>

/** Within this time after it began, an upload is recorded, or never. */
const LONGEST_UPLOAD_MS = 30 * MINUTE_MS
const REMOVE_UNRECORDED_AFTER_MS = HOUR_MS

const DATA_URL = /^data:[^,]{0,500};base64,/i
/** MIME breaks base64 after 76 characters, with two more (RFC 2045, 6.8). */
const LINE_BREAKS = 78 / 76
const MEDIA_TYPE = /^[\w!#$&^.+-]{1,127}\/[\w!#$&^.+-]{1,127}(?:[ \t]*;[\t\P{Cc}]{0,200})?$/u

/** Stores an upload. The bytes themselves decide how it is served, not the declared media type. */
export async function uploadFile(
  ports: FilePorts,
  caller: Caller,
  input: UploadFileInput,
): Promise<Result<UploadedFile, Refusal>> {
  const filename = parseText(input.filename, 'filename', { min: 1, max: 255 })
  if (!filename.ok) return filename
  const noText = noTextRefusal(input.contentType, 'contentType') ?? noTextRefusal(input.file, 'file')
  if (noText) return err(noText)
  if (!MEDIA_TYPE.test(input.contentType))
    return err(badInput('contentType', 'WRONG_FORMAT', 'contentType must be a media type such as image/png'))
  const bytes = await decode(ports, input.file)
  if (!bytes.ok) return bytes
  const { contentType } = input
  const upload = { filename: input.filename, contentType, bytes: bytes.value, isEffect: true }
  return ok(await storeUpload(ports, caller, upload))
}

interface Upload extends Pick<UploadedFile, 'filename' | 'contentType'> {
  readonly bytes: Uint8Array
  /** Whether the upload is the effect of the request. It is not if the request stores a file for something else. */
  readonly isEffect: boolean
}

/** Stores bytes as an upload of the caller. Name, type and size have been checked. */
export async function storeUpload(
  ports: FilePorts,
  caller: Caller,
  { filename, contentType, bytes, isEffect }: Upload,
): Promise<UploadedFile> {
  const detected = INLINE_TYPES.get((await ports.files.mediaTypeOf(bytes)) ?? '')
  const stated = INLINE_TYPES.get(bare(contentType))
  const now = ports.clock.now()
  const contentHash = hexOfBytes(ports.hashes.sha256(bytes))
  const id = idOf('file', ports.ids.next(now))
  const file: UploadedFile = {
    id,
    ownerId: caller.user.id,
    contentHash,
    contentName: newContentName({ id, contentHash }),
    filename,
    contentType,
    inlineType: stated !== undefined && stated === detected ? stated : null,
    sizeBytes: bytes.length,
    createdAt: now,
  }
  const effect = isEffect ? { effect: { kind: 'file', id } } : {}
  // A record must never exist without its bytes, so they are written first. Before that, their removal is requested, which
  // keeps them if a record exists by then. It is a job of this upload: another upload with these bytes may be deleted now, and
  // its removal may run before they are written.
  const storeUnder = async (contentName: string) => {
    const removal = removalOf({ ...file, contentName }, now + REMOVE_UNRECORDED_AFTER_MS)
    await ports.jobs.request([{ ...removal, subject: `${contentName}/${id}` }])
    await ports.files.put(contentName, bytes)
    return storeFile(ports, { ...file, contentName }, effect)
  }
  const shared = await sharedName(ports, file)
  const stored = (shared && (await storeUnder(shared))) ?? (await storeUnder(file.contentName))
  if (!stored) throw new Error('invariant broken: an upload that has its bytes is kept')
  return stored
}

/**
 * The content name of other uploads of the same bytes. The bytes are written under it again, because they may have been lost
 * since.
 */
async function sharedName(ports: FilePorts, file: UploadedFile): Promise<string | undefined> {
  const seen = await ports.store.changeFile(file, (_own, other) => ({ result: other?.contentName }))
  return seen.ok ? seen.value : undefined
}

/** Stores the record of bytes that were written; null if they were written for other uploads that are deleted by now. */
async function storeFile(
  ports: FilePorts,
  file: UploadedFile,
  effect: Pick<ChangeSet, 'effect'>,
): Promise<UploadedFile | null> {
  const changed = await ports.store.changeFile(file, (_own, other): Change<UploadedFile | null | 'late'> => {
    const now = ports.clock.now()
    const jobs = [removalOf(file, now)]
    // The removal may be about to run, or may have run before the bytes were written.
    if (now >= file.createdAt + LONGEST_UPLOAD_MS) return { jobs, result: 'late' }
    if (!other)
      return file.contentName === newContentName(file)
        ? { insert: { files: [file] }, ...effect, result: file }
        : { jobs, result: null }
    // Another upload of the same bytes may have finished in the meantime.
    const sharing = { ...file, contentName: other.contentName }
    const isShared = file.contentName === other.contentName
    return { insert: { files: [sharing] }, ...effect, jobs: isShared ? [] : jobs, result: sharing }
  })
  if (!changed.ok) throw new Error('invariant broken: an upload has no unique field of its own')
  if (changed.value === 'late') throw new Error(`${file.id} was not stored in time`)
  return changed.value
}

const removalOf = ({ contentName: subject, ownerId }: UploadedFile, dueAt: Instant): JobRequest => ({
  kind: 'remove_content',
  subject,
  ownerId,
  dueAt,
})

const bare = (contentType: string): string => (contentType.split(';')[0] ?? '').trim().toLowerCase()

async function decode(ports: FilePorts, text: string): Promise<Result<Uint8Array, Refusal>> {
  const encoded = text.replace(DATA_URL, '')
  const estimate = Math.floor((encoded.length * 3) / 4)
  // Two of the bytes may be padding.
  if (estimate > MAX_FILE_BYTES * LINE_BREAKS + 2) return err(tooLarge(estimate))
  const bytes = await ports.files.decodeBase64(encoded)
  if (!bytes) return err(badInput('file', 'WRONG_FORMAT', 'file must be base64 or a base64 data: URL'))
  return bytes.length > MAX_FILE_BYTES ? err(tooLarge(bytes.length)) : ok(bytes)
}

const tooLarge = (actualBytes: number): Refusal => ({
  kind: 'payload_too_large',
  field: 'file',
  limitBytes: MAX_FILE_BYTES,
  actualBytes,
})

/** Deletes one of the caller's uploads. Its bytes are deleted soon after, unless another upload uses them. */
export async function deleteFile(
  ports: FilePorts,
  caller: Caller,
  input: { readonly url: string },
): Promise<Result<true, Refusal>> {
  const fileId = fileNamedBy(input.url)
  const file = fileId && (await ports.store.files([fileId])).get(fileId)
  if (file?.ownerId !== caller.user.id) return err(notFound('File'))
  const changed = await ports.store.changeFile<Result<true, Refusal>>(file, (own, other) => {
    if (!own) return { result: err(notFound('File')) }
    const jobs = other ? [] : [removalOf(own, ports.clock.now())]
    return { file: 'removed', effect: { kind: 'file', id: own.id }, jobs, result: ok(true) }
  })
  if (!changed.ok) throw new Error('invariant broken: removing takes no unique value')
  return changed.value
}

/**
 * Deletes bytes unless an upload uses them. A name that no upload uses any more is never used again. `subject` is the name,
 * and the upload that may not have been recorded, if there is one.
 */
export async function removeContent(
  ports: Pick<Ports, 'files' | 'store'>,
  subject: string,
): Promise<JobOutcome> {
  const [contentName = ''] = subject.split('/')
  const [contentHash = '', uniquePart = ''] = contentName.split('-')
  // The name of bytes of an earlier release has no id.
  const id = readId('file', `file_${uniquePart}`) ?? idOf('file', '0'.repeat(32))
  // Uploads of the same bytes share one name.
  const used = await ports.store.changeFile({ id, contentHash }, (...uploads) => ({
    result: uploads.some((file) => file?.contentName === contentName),
  }))
  if (!used.ok || !used.value) await ports.files.remove(contentName)
  return { kind: 'done' }
}

/** The file name of a download. */
export const downloadName = ({ filename }: UploadedFile): string => safeFilename(filename)

/** Refuses an upload as a picture if it is not an image. URLs of other hosts are not checked, nor are values that are no text. */
export async function refusePicture(
  { store }: Pick<Ports, 'store'>,
  url: string | null | undefined,
  field: string,
): Promise<Refusal | undefined> {
  const fileId = typeof url === 'string' ? fileNamedBy(url) : undefined
  const file = fileId && (await store.files([fileId])).get(fileId)
  if (!file || file.inlineType?.startsWith('image/')) return undefined
  return badInput(
    field,
    'NO_PICTURE',
    `${field} must be a PNG, JPEG, GIF, WebP or AVIF image; the file ${shownText(file.filename)} is not`,
    { fileName: shownText(file.filename) },
  )
}

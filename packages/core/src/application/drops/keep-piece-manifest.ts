import type { FileId } from '../../domain/ids.ts'
import { MAX_MANIFEST_BYTES, parsePieceManifest } from '../../domain/piece-manifest.ts'
import { badInput, type Refusal } from '../../domain/refusal.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import type { Caller } from '../../domain/user.ts'
import type { Ports } from '../../ports/index.ts'

const FIELD = 'collection.manifestUrl'

/** Every JavaScript engine has it, though not every type library says so. */
declare const TextDecoder: new (
  encoding: string,
  options: { readonly fatal: boolean },
) => { decode(bytes?: Uint8Array, options?: { readonly stream: boolean }): string }

/**
 * Reads an uploaded manifest once and keeps its pieces in the store. An upload never changes, so what a piece shows is
 * settled from then on, also when the upload is removed.
 */
export async function keepPieceManifest(
  ports: Pick<Ports, 'store' | 'files'>,
  caller: Caller,
  fileId: FileId | null,
): Promise<Result<void, Refusal>> {
  if (fileId === null) return ok(undefined)
  const file = (await ports.store.files([fileId])).get(fileId)
  if (file?.ownerId !== caller.user.id)
    return err(badInput(FIELD, 'NO_FILE', `${fileId} is no file of yours`))
  if (file.sizeBytes > MAX_MANIFEST_BYTES) {
    const limit = `a manifest has at most ${MAX_MANIFEST_BYTES} bytes`
    return err(badInput(FIELD, 'TOO_LARGE', `${fileId} has ${file.sizeBytes} bytes; ${limit}`))
  }
  const text = await readText(ports, file.contentName)
  if (text === null) return err(badInput(FIELD, 'UNREADABLE_FILE', `${fileId} cannot be read as UTF-8 text`))
  const pieces = parsePieceManifest(text)
  if (!pieces.ok) {
    const [first = ''] = pieces.error
    return err(badInput(FIELD, 'FAULTY_LIST', `The manifest has errors: ${first}`, { faults: pieces.error }))
  }
  await ports.store.keepPieces(fileId, pieces.value)
  return ok(undefined)
}

async function readText({ files }: Pick<Ports, 'files'>, contentName: string): Promise<string | null> {
  const parts = await files.read(contentName)
  if (!parts) return null
  // It also takes away the mark that some programs write at the start of a file.
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let text = ''
  try {
    for await (const part of parts) text += decoder.decode(part, { stream: true })
    return text + decoder.decode()
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
}

import { fileNamedBy } from '../../domain/gating/wallet-allowlist.ts'
import { badInput, type Refusal } from '../../domain/refusal.ts'
import { shownText } from '../../domain/shown-text.ts'
import type { Ports } from '../../ports/index.ts'

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

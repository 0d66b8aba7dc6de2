import { inForms } from '../words/messages/forms.ts'
import { ApiRefusal, TranslatedError } from './errors.ts'
import { UploadFileDocument } from './generated/operations.ts'
import { request } from './request.ts'

/** The largest file that the server accepts, in bytes before encoding. */
export const MAX_FILE_BYTES = 10 * 1024 * 1024

/** Uploads a file and returns its URL. Throws an `ApiRefusal` or a `TranslatedError` if the upload fails. */
export async function uploadFile(file: File): Promise<string> {
  if (file.size > MAX_FILE_BYTES) throw new TranslatedError(inForms('fileTooLarge', { name: file.name }))
  const { uploadFile: uploaded } = await request(
    UploadFileDocument,
    {
      input: {
        file: await asDataUrl(file),
        filename: file.name,
        contentType: file.type || 'application/octet-stream',
      },
    },
    { idempotencyKey: crypto.randomUUID() },
  )
  if (!uploaded) throw new ApiRefusal('The service did not store the file')
  return uploaded.url
}

const asDataUrl = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(new TranslatedError(inForms('fileUnreadable', { name: file.name })))
    reader.readAsDataURL(file)
  })

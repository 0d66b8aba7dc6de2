import { pathOfFile } from '@dropkit/core'
import { orThrow } from '../../errors/refusal-error.ts'
import type { Mutations } from '../operation.ts'

export const uploadFile: Mutations['uploadFile'] = async (_root, { input }, { caller, services }) => {
  const file = orThrow(await services.dropkit.uploadFile(caller, input))
  return {
    url: `${services.publicUrl}${pathOfFile(file)}`,
    filename: file.filename,
    contentType: file.contentType,
    size: file.sizeBytes,
  }
}

import type { UploadedFile } from '@dropkit/core'
import { pathOfFile } from '@dropkit/core/internal'
import type { Services } from '../context.ts'
import { orThrow } from '../errors/refusal-error.ts'
import type { Resolvers } from '../generated/resolver-types.ts'
import type { Mutations } from './operation.ts'

const uploadFile: Mutations['uploadFile'] = async (_root, { input }, { caller, services }) =>
  shownFile(orThrow(await services.dropkit.uploadFile(caller, input)), services)

/** An upload as it is shown to its uploader. */
export const shownFile = (file: UploadedFile, { publicUrl }: Pick<Services, 'publicUrl'>) => ({
  url: `${publicUrl}${pathOfFile(file)}`,
  filename: file.filename,
  contentType: file.contentType,
  size: file.sizeBytes,
})

const deleteFile: Mutations['deleteFile'] = async (_root, { input }, { caller, services }) =>
  orThrow(await services.dropkit.deleteFile(caller, input))

/** The operations of this area, and the fields that need a resolver. */
export const fileResolvers = {
  Mutation: { uploadFile, deleteFile },
} satisfies Resolvers

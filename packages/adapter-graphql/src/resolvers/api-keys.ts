import { orThrow } from '../errors/refusal-error.ts'
import type { Mutations, Queries } from './operation.ts'

export const apiKeys: Queries['apiKeys'] = (_root, _args, { caller, services }) =>
  services.dropkit.listApiKeys(caller)

export const createApiKey: Mutations['createApiKey'] = async (_root, { input }, { caller, services }) =>
  orThrow(await services.dropkit.createApiKey(caller, input))

export const createPublishableKey: Mutations['createPublishableKey'] = async (
  _root,
  { input },
  { caller, services },
) => orThrow(await services.dropkit.createPublishableKey(caller, input))

export const revokeApiKey: Mutations['revokeApiKey'] = async (_root, { id }, { caller, services }) =>
  orThrow(await services.dropkit.revokeApiKey(caller, id))

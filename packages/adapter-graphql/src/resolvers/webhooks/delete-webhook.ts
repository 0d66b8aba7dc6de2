import { orThrow } from '../../errors/refusal-error.ts'
import type { Mutations } from '../operation.ts'

export const deleteWebhook: Mutations['deleteWebhook'] = async (_root, { input }, { caller, services }) =>
  orThrow(await services.dropkit.deleteWebhook(caller, input.id))

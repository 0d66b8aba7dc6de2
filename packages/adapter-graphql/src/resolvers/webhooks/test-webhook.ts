import { orThrow } from '../../errors/refusal-error.ts'
import type { Mutations } from '../operation.ts'

export const testWebhook: Mutations['testWebhook'] = async (_root, { input }, { caller, services }) =>
  orThrow(await services.dropkit.testWebhook(caller, input.id))

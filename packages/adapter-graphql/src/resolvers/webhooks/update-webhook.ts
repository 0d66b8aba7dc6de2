import { orThrow } from '../../errors/refusal-error.ts'
import type { Mutations } from '../operation.ts'
import { withoutSecret } from './shown-webhook.ts'

export const updateWebhook: Mutations['updateWebhook'] = async (_root, { input }, { caller, services }) =>
  withoutSecret(orThrow(await services.dropkit.updateWebhook(caller, input)))

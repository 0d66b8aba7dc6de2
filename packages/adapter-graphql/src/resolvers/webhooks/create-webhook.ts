import { orThrow } from '../../errors/refusal-error.ts'
import type { Mutations } from '../operation.ts'
import { withSecret } from './shown-webhook.ts'

export const createWebhook: Mutations['createWebhook'] = async (_root, { input }, { caller, services }) =>
  withSecret(orThrow(await services.dropkit.createWebhook(caller, input)))

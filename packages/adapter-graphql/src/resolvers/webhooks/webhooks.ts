import { orThrow } from '../../errors/refusal-error.ts'
import type { Queries } from '../operation.ts'
import { withoutSecret } from './shown-webhook.ts'

export const webhooks: Queries['webhooks'] = async (_root, page, { caller, services }) =>
  orThrow(await services.dropkit.listWebhooks(caller, page)).map(withoutSecret)

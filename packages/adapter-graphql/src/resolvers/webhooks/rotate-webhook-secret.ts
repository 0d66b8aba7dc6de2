import { orThrow } from '../../errors/refusal-error.ts'
import type { Mutations } from '../operation.ts'
import { withSecret } from './shown-webhook.ts'

export const rotateWebhookSecret: Mutations['rotateWebhookSecret'] = async (
  _root,
  { id },
  { caller, services },
) => withSecret(orThrow(await services.dropkit.rotateWebhookSecret(caller, id)))

import { orThrow } from '../../errors/refusal-error.ts'
import type { Mutations } from '../operation.ts'

export const resendWebhookDelivery: Mutations['resendWebhookDelivery'] = async (
  _root,
  { id },
  { caller, services },
) => orThrow(await services.dropkit.resendDelivery(caller, id))

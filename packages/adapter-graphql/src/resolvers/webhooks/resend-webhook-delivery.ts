import { orThrow } from '../../errors/refusal-error.ts'
import type { Mutations } from '../operation.ts'
import { countSend } from './count-send.ts'

export const resendWebhookDelivery: Mutations['resendWebhookDelivery'] = async (_root, { id }, context) => {
  await countSend(context)
  return orThrow(await context.services.dropkit.resendDelivery(context.caller, id))
}

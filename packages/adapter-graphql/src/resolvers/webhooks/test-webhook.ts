import { orThrow } from '../../errors/refusal-error.ts'
import type { Mutations } from '../operation.ts'
import { countSend } from './count-send.ts'

export const testWebhook: Mutations['testWebhook'] = async (_root, { input }, context) => {
  await countSend(context)
  return orThrow(await context.services.dropkit.testWebhook(context.caller, input.id))
}

import type { Queries } from '../operation.ts'
import { withoutSecret } from './shown-webhook.ts'

export const webhook: Queries['webhook'] = async (_root, { id }, { caller, services }) => {
  const found = await services.dropkit.readWebhook(caller, id)
  return found ? withoutSecret(found) : null
}

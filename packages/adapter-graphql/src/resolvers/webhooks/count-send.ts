import type { Context } from '../../context.ts'
import { rateLimited } from '../../errors/request-error.ts'

/** Throws when the caller has had too much sent to its webhooks within a minute. */
export async function countSend({ caller, services }: Context): Promise<void> {
  const refusal = await services.rateLimits?.countWebhookSend(caller)
  if (refusal) throw rateLimited(refusal)
}

import { parseLimit } from '@dropkit/core'
import { orThrow } from '../../errors/refusal-error.ts'
import type { WebhookDeliveryResolvers, WebhookResolvers } from '../../generated/resolver-types.ts'

const DELIVERIES_LIMIT = 20

export const webhookFields: WebhookResolvers = {
  id: ({ webhook }) => webhook.id,
  webhookId: ({ webhook }) => webhook.id,
  url: ({ webhook }) => webhook.url,
  events: ({ webhook }) => webhook.events,
  isActive: ({ webhook }) => webhook.isActive,
  createdAt: ({ webhook }) => webhook.createdAt,
  deliveries: ({ webhook }, { limit }, { loaders }) =>
    loaders.deliveriesOfWebhook.load({
      owner: webhook.id,
      page: { limit: orThrow(parseLimit(limit, DELIVERIES_LIMIT)) },
    }),
}

export const webhookDeliveryFields: WebhookDeliveryResolvers = {
  event: ({ eventType }) => eventType,
  attempt: ({ attempts }) => attempts,
  deliveredAt: ({ state }) => (state.kind === 'delivered' ? state.at : null),
  nextAttemptAt: ({ state }) => (state.kind === 'waiting' ? state.nextAttemptAt : null),
}

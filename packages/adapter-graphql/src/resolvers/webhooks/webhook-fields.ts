import { parseLimit, webhookBody } from '@dropkit/core'
import { orThrow } from '../../errors/refusal-error.ts'
import type { WebhookDeliveryResolvers, WebhookResolvers } from '../../generated/resolver-types.ts'

const DELIVERIES_LIMIT = 20

const STATUSES = { waiting: 'PENDING', delivered: 'DELIVERED', given_up: 'FAILED' } as const

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
  status: ({ state }) => STATUSES[state.kind],
  async body({ position }, _args, { loaders }) {
    const event = await loaders.eventAt.load(position)
    return event ? webhookBody(event) : null
  },
  nextAttemptAt: ({ state }) => (state.kind === 'waiting' ? state.nextAttemptAt : null),
}

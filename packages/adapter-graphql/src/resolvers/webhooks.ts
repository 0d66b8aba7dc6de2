import type { Webhook, WebhookWithSecret } from '@dropkit/core'
import { circuitOf, parseLimit, webhookBody } from '@dropkit/core/internal'
import type { Context } from '../context.ts'
import { orThrow } from '../errors/refusal-error.ts'
import { rateLimited } from '../errors/request-error.ts'
import type {
  Resolvers,
  WebhookCircuit,
  WebhookDeliveryResolvers,
  WebhookResolvers,
} from '../generated/resolver-types.ts'
import type { Mutations, Queries } from './operation.ts'

const webhook: Queries['webhook'] = async (_root, { id }, { caller, services }) => {
  const found = await services.dropkit.readWebhook(caller, id)
  return found ? withoutSecret(found) : null
}

const webhooks: Queries['webhooks'] = async (_root, page, { caller, services }) =>
  orThrow(await services.dropkit.listWebhooks(caller, page)).map(withoutSecret)

const registerWebhook: Mutations['registerWebhook'] = async (_root, { input }, { caller, services }) =>
  withSecret(orThrow(await services.dropkit.createWebhook(caller, input)))

const createWebhook: Mutations['createWebhook'] = async (_root, { input }, { caller, services }) =>
  withSecret(orThrow(await services.dropkit.createWebhook(caller, input)))

const updateWebhook: Mutations['updateWebhook'] = async (_root, { input }, { caller, services }) =>
  withoutSecret(orThrow(await services.dropkit.updateWebhook(caller, input)))

const rotateWebhookSecret: Mutations['rotateWebhookSecret'] = async (_root, { id }, { caller, services }) =>
  withSecret(orThrow(await services.dropkit.rotateWebhookSecret(caller, id)))

const deleteWebhook: Mutations['deleteWebhook'] = async (_root, { input }, { caller, services }) =>
  orThrow(await services.dropkit.deleteWebhook(caller, input.id))

const testWebhook: Mutations['testWebhook'] = async (_root, { input }, context) => {
  await countSend(context)
  return orThrow(await context.services.dropkit.testWebhook(context.caller, input.id))
}

const resendWebhookDelivery: Mutations['resendWebhookDelivery'] = async (_root, { id }, context) => {
  await countSend(context)
  return orThrow(await context.services.dropkit.resendDelivery(context.caller, id))
}

/** Throws if the caller has triggered too many webhook sends within a minute. */
async function countSend({ caller, services }: Context): Promise<void> {
  const refusal = await services.rateLimits?.countWebhookSend(caller)
  if (refusal) throw rateLimited(refusal)
}

/** A webhook as an answer shows it. It has its secret only directly after its creation. */
export interface ShownWebhook {
  readonly webhook: Webhook
  readonly secret: string | null
}

export const withoutSecret = (webhook: Webhook): ShownWebhook => ({ webhook, secret: null })

export const withSecret = ({ webhook, secret }: WebhookWithSecret): ShownWebhook => ({ webhook, secret })

const DELIVERIES_LIMIT = 20
const ATTEMPTS_LIMIT = 20

const STATUSES = { waiting: 'PENDING', delivered: 'DELIVERED', given_up: 'FAILED' } as const
const STATES = { PENDING: 'waiting', DELIVERED: 'delivered', FAILED: 'given_up' } as const

const webhookFields = {
  id: ({ webhook }) => webhook.id,
  webhookId: ({ webhook }) => webhook.id,
  url: ({ webhook }) => webhook.url,
  events: ({ webhook }) => webhook.events,
  isActive: ({ webhook }) => webhook.isActive,
  circuit: ({ webhook }, _args, { services }): WebhookCircuit => circuitOf(webhook, services.clock.now()),
  failingSince: ({ webhook }) => webhook.failingSince,
  createdAt: ({ webhook }) => webhook.createdAt,
  deliveries: ({ webhook }, { limit, status }, { loaders }) =>
    loaders
      .deliveriesOfWebhook(status == null ? undefined : STATES[status])
      .load({ owner: webhook.id, page: { limit: orThrow(parseLimit(limit, DELIVERIES_LIMIT)) } }),
} satisfies WebhookResolvers

const webhookDeliveryFields = {
  event: ({ eventType }) => eventType,
  attempt: ({ attempts }) => attempts,
  deliveredAt: ({ state }) => (state.kind === 'delivered' ? state.at : null),
  status: ({ state }) => STATUSES[state.kind],
  async body({ position }, _args, { loaders, objects }, info) {
    const event = await loaders.eventAt.load(position)
    if (!event) return null
    return objects.readLarge(async () => {
      const { type, at, data } = event
      if (data !== undefined) return webhookBody({ type, at, data })
      const text = await loaders.dataOfEvent.load(position)
      return text === undefined ? null : webhookBody({ type, at, data: text })
    }, info)
  },
  nextAttemptAt: ({ state }) => (state.kind === 'waiting' ? state.nextAttemptAt : null),
  attempts({ attemptLog }, { limit, after }) {
    const most = orThrow(parseLimit(limit, ATTEMPTS_LIMIT))
    return attemptLog
      .filter(({ number }) => after == null || number < after)
      .toReversed()
      .slice(0, most)
  },
} satisfies WebhookDeliveryResolvers

/** The operations of this area, and the fields that need a resolver. */
export const webhookResolvers = {
  Query: { webhook, webhooks },
  Mutation: {
    registerWebhook,
    createWebhook,
    updateWebhook,
    rotateWebhookSecret,
    deleteWebhook,
    testWebhook,
    resendWebhookDelivery,
  },
  Webhook: webhookFields,
  WebhookDelivery: webhookDeliveryFields,
} satisfies Resolvers

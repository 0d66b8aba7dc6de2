import {
  type DeliveryQueue,
  type DueDelivery,
  type Instant,
  isLeased,
  removedDeliveriesKey,
  type UserId,
  type WebhookDelivery,
  type WebhookId,
} from '@dropkit/core'
import { commit } from './memory-commit.ts'
import type { DeliveryRow, MemoryState } from './memory-state.ts'
import { frozen } from './memory-table.ts'

export function createMemoryDeliveryQueue(state: MemoryState): DeliveryQueue {
  const isDue = ({ delivery, leasedUntil }: DeliveryRow, now: Instant, leaseMs = Number.POSITIVE_INFINITY) =>
    delivery.state.kind === 'waiting' &&
    delivery.state.nextAttemptAt <= now &&
    !isLeased(leasedUntil, now, leaseMs) &&
    state.webhooks.get(delivery.webhookId)?.isActive === true

  function dueIn(row: DeliveryRow): DueDelivery | undefined {
    const webhook = state.webhooks.get(row.delivery.webhookId)
    const event = state.events[row.delivery.position - 1]
    return webhook && event && { delivery: row.delivery, webhook, event, fence: row.fence }
  }

  const deliveriesTo = (webhookId: WebhookId): WebhookDelivery[] =>
    [...state.deliveries.values()]
      .map(({ delivery }) => delivery)
      .filter((delivery) => delivery.webhookId === webhookId)

  return {
    async dispatch(limit, choose) {
      const events = state.events.slice(state.dispatchedUpTo, state.dispatchedUpTo + limit)
      const chosen = events.flatMap((event) => {
        const webhooks = [...state.webhooks.all()].filter(
          ({ id, ownerId, isActive }) =>
            isActive &&
            (ownerId === event.ownerId || ownerId === event.actorId) &&
            event.position > (state.webhookStarts.get(id) ?? 0),
        )
        return choose(event, webhooks)
      })
      for (const delivery of chosen) {
        state.deliveries.set(delivery.id, { delivery: frozen(delivery), fence: 0, leasedUntil: null })
      }
      state.dispatchedUpTo += events.length
      return events.length
    },

    async take({ now, leaseMs, limit, limitPerWebhook, underWay, admission }) {
      const counts = new Map(underWay)
      const isWithin = (webhookId: WebhookId) => {
        const count = counts.get(webhookId) ?? 0
        counts.set(webhookId, count + 1)
        return count < limitPerWebhook
      }
      const due = [...state.deliveries.values()]
        .filter((row) => isDue(row, now, leaseMs))
        .sort((one, other) => inLogOrder(one.delivery, other.delivery))
        .map((row) => dueIn({ ...row, fence: row.fence + 1, leasedUntil: now + leaseMs }))
        .filter((found) => found !== undefined)
        .filter(({ webhook }) => isWithin(webhook.id))
      const taken = (admission?.().choose(due) ?? due).slice(0, limit)
      for (const { delivery, fence } of taken)
        state.deliveries.set(delivery.id, { delivery, fence, leasedUntil: now + leaseMs })
      return taken
    },

    async finish({ delivery: { id }, fence }, change) {
      const row = state.deliveries.get(id)
      const webhook = row && state.webhooks.get(row.delivery.webhookId)
      if (!row || !webhook || row.fence !== fence || row.leasedUntil === null) return false
      const { delivery, webhook: after, events } = change(webhook)
      commit(state, { events }, (undo) => {
        state.webhooks.update(after, undo)
        state.deliveries.set(id, { delivery: frozen(delivery), fence, leasedUntil: null })
        undo.push(() => state.deliveries.set(id, row))
      })
      return true
    },

    async requeue(id, now) {
      const row = state.deliveries.get(id)
      if (!row) return false
      const waiting = {
        ...row.delivery,
        attempts: 0,
        state: { kind: 'waiting', nextAttemptAt: now } as const,
        statusCode: null,
        error: null,
      }
      state.deliveries.set(id, { ...row, delivery: frozen(waiting), leasedUntil: null })
      return true
    },

    async deliveriesOf(webhookIds, limit, only) {
      const newestOf = (webhookId: WebhookId) =>
        deliveriesTo(webhookId)
          .filter((delivery) => only === undefined || delivery.state.kind === only)
          .sort((one, other) => inLogOrder(other, one))
          .slice(0, limit)
      return new Map(webhookIds.map((id) => [id, newestOf(id)]))
    },

    async surplusAfter(after, mostPerUser) {
      const webhooks = [...state.webhooks.all()]
      const sharesOf = (ownerId: UserId) => webhooks.filter((other) => other.ownerId === ownerId).length
      const found = webhooks
        .filter(({ id }) => after === null || id > after)
        .map(({ id, ownerId }) => {
          const count = deliveriesTo(id).length
          return { webhookId: id, surplus: count - Math.floor(mostPerUser / sharesOf(ownerId)) }
        })
        .filter(({ surplus }) => surplus > 0)
        .sort((one, other) => (one.webhookId < other.webhookId ? -1 : 1))
      return found[0] ?? null
    },

    async removeOldest(webhookId, limit) {
      const isActive = state.webhooks.get(webhookId)?.isActive
      const states = ['delivered', 'given_up', ...(isActive ? [] : ['waiting'])]
      const all = deliveriesTo(webhookId).sort(inLogOrder)
      const removed = states
        .flatMap((state) => all.filter((delivery) => delivery.state.kind === state))
        .slice(0, limit)
      for (const { id } of removed) state.deliveries.delete(id)
      if (removed.length > 0) {
        const key = removedDeliveriesKey(webhookId)
        const upTo = Math.max(Number(state.texts.get(key) ?? 0), ...removed.map(({ position }) => position))
        state.texts.set(key, String(upTo))
      }
      return removed.length
    },

    async eventsAt(positions) {
      const events = positions.flatMap((position) => state.events[position - 1] ?? [])
      return new Map(events.map((event) => [event.position, event]))
    },

    delivery: async (id) => state.deliveries.get(id)?.delivery,

    async backlog(now) {
      const due = [...state.deliveries.values()].filter((row) => isDue(row, now))
      const since = due.map(({ delivery }) =>
        delivery.state.kind === 'waiting' ? delivery.state.nextAttemptAt : now,
      )
      return { due: due.length, oldestMs: now - Math.min(now, ...since) }
    },
  }
}

const inLogOrder = (one: WebhookDelivery, other: WebhookDelivery): number =>
  one.position - other.position || (one.id < other.id ? -1 : 1)

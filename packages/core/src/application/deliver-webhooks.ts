import type { LoggedEvent, NewEvent } from '../domain/event.ts'
import { eventIdOf, idOf, type WebhookId } from '../domain/ids.ts'
import { toIso } from '../domain/instant.ts'
import {
  type AttemptAnswer,
  decideAttempt,
  type Webhook,
  type WebhookDelivery,
  wants,
} from '../domain/webhook.ts'
import type { DueDelivery, Ports, WebhookAnswer } from '../ports/index.ts'
import { secretsOf } from './manage-webhooks.ts'
import type { Settings } from './settings.ts'

type DeliverPorts = Pick<Ports, 'deliveries' | 'webhooks' | 'secrets' | 'clock' | 'ids' | 'random' | 'log'>

export interface WebhookWorker {
  /** Queues new events and starts what is due, as far as there is room; gives back how much that was. */
  tick(): Promise<number>
  /** Waits until nothing is being sent any more. */
  drain(): Promise<void>
}

const EVENTS_PER_DISPATCH = 500
const MAX_IN_FLIGHT = 200
/** One slow receiver holds no more than this, so that nobody else waits for it. */
const MAX_IN_FLIGHT_PER_WEBHOOK = 10
const LEASE_MS = 30_000

/** Carries events from the log to receivers. Each attempt is on its own: one that fails or hangs holds up no other. */
export function createWebhookWorker(ports: DeliverPorts, settings: Settings): WebhookWorker {
  const inFlight = new Map<WebhookId, number>()
  const attempts = new Set<Promise<void>>()

  function start(due: DueDelivery): void {
    const { id } = due.webhook
    inFlight.set(id, (inFlight.get(id) ?? 0) + 1)
    const attempt = attemptDelivery(ports, settings, due).finally(() => {
      const left = (inFlight.get(id) ?? 1) - 1
      if (left > 0) inFlight.set(id, left)
      else inFlight.delete(id)
      attempts.delete(attempt)
    })
    attempts.add(attempt)
  }

  return {
    async tick() {
      const dispatched = await ports.deliveries.dispatch(EVENTS_PER_DISPATCH, (event, webhooks) =>
        deliveriesFor(ports, event, webhooks),
      )
      const room = MAX_IN_FLIGHT - attempts.size
      if (room <= 0) return dispatched
      const full = [...inFlight].filter(([, count]) => count >= MAX_IN_FLIGHT_PER_WEBHOOK).map(([id]) => id)
      const due = await ports.deliveries.take({
        now: ports.clock.now(),
        leaseMs: LEASE_MS,
        limit: room,
        limitPerWebhook: MAX_IN_FLIGHT_PER_WEBHOOK,
        except: full,
      })
      for (const delivery of due) start(delivery)
      return dispatched + due.length
    },
    async drain() {
      while (attempts.size > 0) await Promise.all(attempts)
    },
  }
}

const deliveriesFor = (
  ports: Pick<Ports, 'clock' | 'ids'>,
  event: LoggedEvent,
  webhooks: readonly Webhook[],
): readonly WebhookDelivery[] =>
  webhooks
    .filter((webhook) => wants(webhook, event.type) && event.at >= webhook.createdAt)
    .map((webhook) => ({
      id: idOf('delivery', ports.ids.next(ports.clock.now())),
      webhookId: webhook.id,
      position: event.position,
      eventType: event.type,
      attempts: 0,
      state: { kind: 'waiting', nextAttemptAt: event.at },
      statusCode: null,
      error: null,
    }))

async function attemptDelivery(ports: DeliverPorts, settings: Settings, due: DueDelivery): Promise<void> {
  const sentAt = ports.clock.now()
  const { event, webhook } = due
  try {
    const answer = await ports.webhooks.send({
      url: webhook.url,
      id: eventIdOf(event.position),
      sentAt,
      body: JSON.stringify({ type: event.type, timestamp: toIso(event.at), data: event.data }),
      secrets: secretsOf(ports, webhook, sentAt),
    })
    await record(ports, settings, due, answerOf(answer))
  } catch (fault) {
    // The lease runs out by itself, and another attempt is made.
    ports.log.error(
      'a webhook attempt could not be recorded',
      { webhookId: webhook.id, delivery: due.delivery.id },
      fault,
    )
  }
}

async function record(
  ports: DeliverPorts,
  settings: Settings,
  due: DueDelivery,
  answer: AttemptAnswer,
): Promise<void> {
  const jitter = (ports.random.bytes(1)[0] ?? 0) / 255
  const now = ports.clock.now()
  const terms = { retrySeconds: settings.webhookRetrySeconds, jitter, now }
  await ports.deliveries.finish(due, (webhook) => {
    const { delivery, webhook: after, wasDisabled } = decideAttempt(due.delivery, webhook, answer, terms)
    return { delivery, webhook: after, events: wasDisabled ? [disabledEvent(after, answer, now)] : [] }
  })
}

function answerOf(answer: WebhookAnswer): AttemptAnswer {
  if (answer.kind !== 'answered') return { statusCode: null, error: answer.reason, retryAfterMs: null }
  const { statusCode, retryAfterMs } = answer
  const isFine = statusCode >= 200 && statusCode < 300
  return { statusCode, retryAfterMs, error: isFine ? null : `The receiver answered ${statusCode}` }
}

const disabledEvent = (webhook: Webhook, answer: AttemptAnswer, now: number): NewEvent => ({
  type: 'webhook.disabled',
  at: now,
  ownerId: webhook.ownerId,
  actorId: null,
  dropId: null,
  tokenId: null,
  intentId: null,
  data: { webhookId: webhook.id, url: webhook.url, statusCode: answer.statusCode, error: answer.error },
})

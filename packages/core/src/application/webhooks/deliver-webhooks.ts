import type { LoggedEvent, NewEvent } from '../../domain/event.ts'
import type { EventData } from '../../domain/event-data.ts'
import { eventIdOf, idOf, type WebhookId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import {
  type AttemptAnswer,
  decideAttempt,
  type Webhook,
  type WebhookDelivery,
  wants,
  webhookBody,
} from '../../domain/webhook.ts'
import {
  type DueDelivery,
  type Ports,
  type WatchedWork,
  type WebhookAnswer,
  watched,
} from '../../ports/index.ts'
import type { Settings } from '../settings.ts'
import { secretsOf } from './manage-webhooks.ts'

type DeliverPorts = Pick<
  Ports,
  'deliveries' | 'webhooks' | 'secrets' | 'clock' | 'ids' | 'random' | 'log' | 'watch'
>

export interface WebhookWorker {
  /** Queues new events and starts what is due, as far as there is room; gives back how much that was. */
  tick(): Promise<number>
  /** Waits until nothing is being sent any more. */
  drain(): Promise<void>
}

const EVENTS_PER_DISPATCH = 500
/** Attempts that their receivers still have time to answer promptly. */
const MAX_PROMPT = 200
/** An attempt that takes longer than this no longer counts among them: many slow receivers hold up nobody either. */
const PROMPT_MS = 2_000
/** All attempts under way, so that silent receivers cannot use up a server's sockets. */
const MAX_IN_FLIGHT = 2_000
/** One slow receiver holds no more than this, so that nobody else waits for it. */
const MAX_IN_FLIGHT_PER_WEBHOOK = 10
const LEASE_MS = 30_000

/** Carries events from the log to receivers. Each attempt is on its own: one that fails or hangs holds up no other. */
export function createWebhookWorker(ports: DeliverPorts, settings: Settings): WebhookWorker {
  const inFlight = new Map<WebhookId, number>()
  const startedAt = new Map<Promise<void>, Instant>()

  function room(now: Instant): number {
    const prompt = [...startedAt.values()].filter((at) => now - at < PROMPT_MS).length
    return Math.min(MAX_PROMPT - prompt, MAX_IN_FLIGHT - startedAt.size)
  }

  function start(due: DueDelivery, now: Instant): void {
    const { id } = due.webhook
    inFlight.set(id, (inFlight.get(id) ?? 0) + 1)
    const attempted = watched(
      ports.watch,
      () => attemptOf(due),
      () => attemptDelivery(ports, settings, due),
    )
    const attempt = attempted.finally(() => {
      const left = (inFlight.get(id) ?? 1) - 1
      if (left > 0) inFlight.set(id, left)
      else inFlight.delete(id)
      startedAt.delete(attempt)
    })
    startedAt.set(attempt, now)
  }

  return {
    async tick() {
      const dispatched = await ports.deliveries.dispatch(EVENTS_PER_DISPATCH, (event, webhooks) =>
        deliveriesFor(ports, event, webhooks),
      )
      const now = ports.clock.now()
      const limit = room(now)
      if (limit <= 0) return dispatched
      const due = await ports.deliveries.take({
        now,
        leaseMs: LEASE_MS,
        limit,
        limitPerWebhook: MAX_IN_FLIGHT_PER_WEBHOOK,
        underWay: inFlight,
      })
      for (const delivery of due) start(delivery, now)
      return dispatched + due.length
    },
    async drain() {
      while (startedAt.size > 0) await Promise.all(startedAt.keys())
    },
  }
}

const deliveriesFor = (
  ports: Pick<Ports, 'clock' | 'ids'>,
  event: LoggedEvent,
  webhooks: readonly Webhook[],
): readonly WebhookDelivery[] =>
  webhooks
    .filter((webhook) => wants(webhook, event.type))
    .map((webhook) => ({
      id: idOf('delivery', ports.ids.next(ports.clock.now())),
      webhookId: webhook.id,
      position: event.position,
      eventType: event.type,
      attempts: 0,
      // The event's time comes from the clock of the server that wrote it, which may be ahead of this one.
      state: { kind: 'waiting', nextAttemptAt: Math.min(event.at, ports.clock.now()) },
      statusCode: null,
      error: null,
    }))

const attemptOf = ({ webhook, delivery, event }: DueDelivery): WatchedWork => ({
  kind: 'webhook_attempt',
  deliveryId: delivery.id,
  webhookId: webhook.id,
  eventType: event.type,
  attempt: delivery.attempts + 1,
})

async function attemptDelivery(ports: DeliverPorts, settings: Settings, due: DueDelivery): Promise<void> {
  const { event, webhook } = due
  try {
    const answer = await ports.webhooks.send({
      url: webhook.url,
      id: eventIdOf(event.position),
      body: JSON.stringify(webhookBody(event)),
      secrets: secretsOf(ports, webhook, ports.clock.now()),
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
  data: {
    webhookId: webhook.id,
    url: webhook.url,
    statusCode: answer.statusCode,
    error: answer.error,
  } satisfies EventData['webhook.disabled'],
})

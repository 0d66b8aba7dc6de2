import type { BriefEvent, NewEvent } from '../../domain/event.ts'
import type { EventData } from '../../domain/event-data.ts'
import { eventIdOf, idOf, type WebhookId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import {
  type AttemptAnswer,
  circuitOf,
  decideAttempt,
  type Webhook,
  type WebhookDelivery,
  wants,
  webhookBody,
} from '../../domain/webhook.ts'
import {
  type DueDelivery,
  type InstrumentedWork,
  instrumented,
  type Ports,
  type WebhookAnswer,
} from '../../ports/index.ts'
import type { Settings } from '../settings.ts'
import { createDeliverySlots, MOST_PER_WEBHOOK } from './delivery-slots.ts'
import { secretsOf } from './webhook-secrets.ts'

type DeliverPorts = Pick<
  Ports,
  'deliveries' | 'webhooks' | 'secrets' | 'clock' | 'ids' | 'random' | 'log' | 'instrumentation' | 'endOfTurn'
>

export interface WebhookWorker {
  /** Queues new events and starts due deliveries, as far as there is room. Returns their number. */
  tick(): Promise<number>
  /** Waits until no delivery is running. */
  drain(): Promise<void>
}

const EVENTS_PER_DISPATCH = 500
const LEASE_MS = 30_000
/** A delivery of a large event takes up to 10 ms of CPU time to write and sign. */
const STARTED_A_TURN = 3

/** Delivers events from the log to webhooks. Attempts are independent: one that fails or hangs delays no other. */
export function createWebhookWorker(ports: DeliverPorts, settings: Settings): WebhookWorker {
  const slots = createDeliverySlots()
  const underWay = new Set<Promise<void>>()
  const circuits = createCircuitLog(ports)

  function start(due: DueDelivery, now: Instant): void {
    const release = slots.start(due.webhook, now)
    const attempted = instrumented(
      ports.instrumentation,
      () => attemptOf(due),
      () => attemptDelivery(ports, settings, due, circuits),
    )
    const attempt = attempted.finally(() => {
      release()
      underWay.delete(attempt)
    })
    underWay.add(attempt)
  }

  return {
    async tick() {
      const dispatched = await ports.deliveries.dispatch(EVENTS_PER_DISPATCH, (event, webhooks) =>
        deliveriesFor(ports, event, webhooks),
      )
      const now = ports.clock.now()
      const limit = slots.room(now)
      if (limit <= 0) return dispatched
      const due = await ports.deliveries.take({
        now,
        leaseMs: LEASE_MS,
        limit,
        limitPerWebhook: MOST_PER_WEBHOOK,
        underWay: slots.underWay(),
        admission: () => slots.admission(now),
      })
      for (const [place, delivery] of due.entries()) {
        if (place > 0 && place % STARTED_A_TURN === 0) await ports.endOfTurn?.()
        start(delivery, now)
      }
      return dispatched + due.length
    },
    async drain() {
      while (underWay.size > 0) await Promise.all(underWay)
    },
  }
}

const deliveriesFor = (
  ports: Pick<Ports, 'clock' | 'ids'>,
  event: BriefEvent,
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
      // The event's time comes from the clock of the server that wrote it, which may be ahead of this server's clock.
      state: { kind: 'waiting', nextAttemptAt: Math.min(event.at, ports.clock.now()) },
      statusCode: null,
      error: null,
      attemptLog: [],
    }))

const attemptOf = ({ webhook, delivery, event }: DueDelivery): InstrumentedWork => ({
  kind: 'webhook_attempt',
  deliveryId: delivery.id,
  webhookId: webhook.id,
  eventType: event.type,
  attempt: delivery.attempts + 1,
})

async function attemptDelivery(
  ports: DeliverPorts,
  settings: Settings,
  due: DueDelivery,
  circuits: CircuitLog,
): Promise<void> {
  const { event, webhook } = due
  try {
    const answer = await ports.webhooks.send({
      url: webhook.url,
      id: eventIdOf(event.position),
      body: JSON.stringify(webhookBody(event)),
      secrets: secretsOf(ports, webhook, ports.clock.now()),
    })
    if (answer.kind === 'aborted') await putBack(ports, due)
    else circuits.note(await record(ports, settings, due, answerOf(answer)))
  } catch (error) {
    // The lease expires by itself, and another attempt follows.
    ports.log.error(
      'a webhook attempt could not be recorded',
      { webhookId: webhook.id, delivery: due.delivery.id },
      error,
    )
  }
}

/** Ends the lease of an attempt that does not count, so that any server may make the next one at once. */
const putBack = ({ deliveries }: Pick<Ports, 'deliveries'>, due: DueDelivery): Promise<boolean> =>
  deliveries.finish(due, (webhook) => ({ delivery: due.delivery, webhook, events: [] }))

async function record(
  ports: DeliverPorts,
  settings: Settings,
  due: DueDelivery,
  answer: AttemptAnswer,
): Promise<Webhook> {
  const jitter = (ports.random.bytes(1)[0] ?? 0) / 255
  const now = ports.clock.now()
  const terms = { url: due.webhook.url, retrySeconds: settings.webhookRetrySeconds, jitter, now }
  let latest = due.webhook
  await ports.deliveries.finish(due, (webhook) => {
    const { delivery, webhook: after, wasDisabled } = decideAttempt(due.delivery, webhook, answer, terms)
    latest = after
    return { delivery, webhook: after, events: wasDisabled ? [disabledEvent(after, answer, now)] : [] }
  })
  return latest
}

interface CircuitLog {
  note(webhook: Webhook): void
}

const MOST_OPEN_KEPT = 10_000

/** Logs once when the circuit of a webhook opens, and once when it closes. */
function createCircuitLog({ log, clock }: Pick<DeliverPorts, 'log' | 'clock'>): CircuitLog {
  const open = new Set<WebhookId>()
  return {
    note({ id, ownerId, failingSince }) {
      const isOpen = circuitOf({ failingSince }, clock.now()) === 'OPEN'
      if (isOpen === open.has(id)) return
      const fields = { webhookId: id, ownerId }
      if (isOpen) {
        if (open.size >= MOST_OPEN_KEPT) open.clear()
        open.add(id)
        log.warn('a webhook receiver keeps failing; the server sends it one attempt at a time', fields)
      } else {
        open.delete(id)
        log.info('a webhook receiver answers again', fields)
      }
    },
  }
}

function answerOf(answer: Exclude<WebhookAnswer, { kind: 'aborted' }>): AttemptAnswer {
  if (answer.kind !== 'answered') {
    const durationMs = answer.kind === 'failed' ? Math.round(answer.durationMs) : null
    return { statusCode: null, error: answer.reason, retryAfterMs: null, durationMs }
  }
  const { statusCode, retryAfterMs } = answer
  const isFine = statusCode >= 200 && statusCode < 300
  const durationMs = Math.round(answer.durationMs)
  return {
    statusCode,
    retryAfterMs,
    durationMs,
    error: isFine ? null : `The receiver answered ${statusCode}`,
  }
}

/** Tells the owner that a webhook was disabled, and why. */
export const disabledEvent = (
  webhook: Webhook,
  reason: Pick<AttemptAnswer, 'statusCode' | 'error'>,
  now: number,
): NewEvent => ({
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
    statusCode: reason.statusCode,
    error: reason.error,
  } satisfies EventData['webhook.disabled'],
})

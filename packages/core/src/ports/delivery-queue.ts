import type { LoggedEvent, NewEvent } from '../domain/event.ts'
import type { WebhookDeliveryId, WebhookId } from '../domain/ids.ts'
import type { Instant } from '../domain/instant.ts'
import type { Webhook, WebhookDelivery } from '../domain/webhook.ts'

/** A delivery to be attempted now, and what it needs. */
export interface DueDelivery {
  readonly delivery: WebhookDelivery
  readonly webhook: Webhook
  readonly event: LoggedEvent
  /** The holder of an older one has lost the delivery. */
  readonly fence: number
}

/** Decides which due deliveries a caller takes. */
export interface DeliveryAdmission {
  /** Whether any delivery of the webhook can be taken. */
  hasRoom(webhook: Webhook): boolean
  /** Those of the due deliveries to take; they are given in the log's order. */
  choose<Due extends { readonly webhook: Webhook }>(due: readonly Due[]): readonly Due[]
}

/** The way from the event log to webhook receivers. Any number of servers work on it together. */
export interface DeliveryQueue {
  /**
   * Goes on reading the log from where the last call of any server stopped: up to `limit` events, each with the active
   * webhooks of its owner and actor that were registered before it was written, by the store's own order and not by a
   * clock; queues what `choose` gives and moves the cursor, in one transaction. Gives back
   * how many events were read. One caller at a time; another gets 0. Events with many deliveries may be left for a
   * later call, and so may fewer than `limit` events that concern no user with a webhook.
   */
  dispatch(
    limit: number,
    choose: (event: LoggedEvent, webhooks: readonly Webhook[]) => readonly WebhookDelivery[],
  ): Promise<number>
  /**
   * Takes deliveries that are due at `now` for `leaseMs`, in the log's order, at most `limit` and of each webhook at
   * most `limitPerWebhook`, less what the caller has of it `underWay`; none of webhooks that are not active. No two
   * callers get the same one. An `admission` decides beyond that; it is asked for anew for each try.
   */
  take(question: {
    readonly now: Instant
    readonly leaseMs: number
    readonly limit: number
    readonly limitPerWebhook: number
    readonly underWay: ReadonlyMap<WebhookId, number>
    readonly admission?: () => DeliveryAdmission
  }): Promise<readonly DueDelivery[]>
  /**
   * Writes what came of an attempt, ends its lease, and lets `change` see and change the webhook as it is now, together
   * with events. False when the lease was lost.
   */
  finish(
    due: DueDelivery,
    change: (webhook: Webhook) => {
      readonly delivery: WebhookDelivery
      readonly webhook: Webhook
      readonly events: readonly NewEvent[]
    },
  ): Promise<boolean>
  /** Queues a delivery once more, due at `now` and with no attempts counted; false when there is none of that id. */
  requeue(id: WebhookDeliveryId, now: Instant): Promise<boolean>
  /** Newest first. */
  deliveriesOf(
    webhookIds: readonly WebhookId[],
    limit: number,
  ): Promise<ReadonlyMap<WebhookId, readonly WebhookDelivery[]>>
  delivery(id: WebhookDeliveryId): Promise<WebhookDelivery | undefined>
  /** The events that deliveries are about, by their places in the log; what the log has no more is missing. */
  eventsAt(positions: readonly number[]): Promise<ReadonlyMap<number, LoggedEvent>>
  /** How many are due at `now`, and for how long the oldest has been. */
  backlog(now: Instant): Promise<{ readonly due: number; readonly oldestMs: number }>
}

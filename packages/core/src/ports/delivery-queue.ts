import type { BriefEvent, LoggedEvent, NewEvent } from '../domain/event.ts'
import type { WebhookDeliveryId, WebhookId } from '../domain/ids.ts'
import type { Instant } from '../domain/instant.ts'
import type { Webhook, WebhookDelivery } from '../domain/webhook.ts'

/** A due delivery, with everything that an attempt needs. */
export interface DueDelivery {
  readonly delivery: WebhookDelivery
  readonly webhook: Webhook
  readonly event: LoggedEvent
  /** A caller with an older number has lost the delivery. */
  readonly fence: number
}

/** A webhook with more stored deliveries than its share. */
export interface SurplusDeliveries {
  readonly webhookId: WebhookId
  /** The number of deliveries beyond the share. */
  readonly surplus: number
}

/** Decides which due deliveries a caller takes. */
export interface DeliveryAdmission {
  /** Whether any delivery of the webhook may be taken. */
  hasRoom(webhook: Webhook): boolean
  /** Chooses among due deliveries, which are given in log order. */
  choose<Due extends { readonly webhook: Webhook }>(due: readonly Due[]): readonly Due[]
}

/** Queues events for webhooks. Any number of servers use it together. */
export interface DeliveryQueue {
  /**
   * Continues to read the log after the last call of any server: up to `limit` events, each with the active webhooks of its
   * owner and actor that were registered before the event was written, by the store's order and not by a clock. Queues what
   * `choose` returns and moves the cursor, in one transaction. Returns the number of events that were read. Only one caller
   * runs at a time; others get 0. It may leave events with many deliveries, or a remainder of fewer than `limit` events
   * that concern no user with a webhook, for a later call. The events that `choose` gets may lack their `data`.
   */
  dispatch(
    limit: number,
    choose: (event: BriefEvent, webhooks: readonly Webhook[]) => readonly WebhookDelivery[],
  ): Promise<number>
  /**
   * Takes deliveries that are due at `now` for `leaseMs`, in log order: at most `limit`, and at most `limitPerWebhook` of
   * each webhook minus those that the caller already has `underWay`. Skips webhooks that are not active. Two callers never
   * get the same delivery. An `admission` restricts this further; it may be called several times. If very many webhooks have
   * waiting deliveries, each call may take those of some of them, in turn.
   */
  take(query: {
    readonly now: Instant
    readonly leaseMs: number
    readonly limit: number
    readonly limitPerWebhook: number
    readonly underWay: ReadonlyMap<WebhookId, number>
    readonly admission?: () => DeliveryAdmission
  }): Promise<readonly DueDelivery[]>
  /**
   * Stores the result of an attempt and ends its lease. `change` sees the current webhook and may change it, together with
   * events. False if the lease was lost.
   */
  finish(
    due: DueDelivery,
    change: (webhook: Webhook) => {
      readonly delivery: WebhookDelivery
      readonly webhook: Webhook
      readonly events: readonly NewEvent[]
    },
  ): Promise<boolean>
  /**
   * Queues a delivery again, due at `now`. Resets its attempts, status and error; keeps `attemptLog`. False if there is no
   * delivery with that id.
   */
  requeue(id: WebhookDeliveryId, now: Instant): Promise<boolean>
  /** Newest first. Only those in a state, if one is named. */
  deliveriesOf(
    webhookIds: readonly WebhookId[],
    limit: number,
    state?: WebhookDelivery['state']['kind'],
  ): Promise<ReadonlyMap<WebhookId, readonly WebhookDelivery[]>>
  delivery(id: WebhookDeliveryId): Promise<WebhookDelivery | undefined>
  /**
   * The first webhook by id, after `after`, with more deliveries than its share: `mostPerUser` divided by the number of its
   * owner's webhooks, rounded down. Null if there is none.
   */
  surplusAfter(after: WebhookId | null, mostPerUser: number): Promise<SurplusDeliveries | null>
  /**
   * Deletes up to `limit` deliveries of a webhook: first the delivered ones, then the given-up ones, then the waiting ones if
   * the webhook is not active; of each state those first in the log. Returns their number. The key-value store then holds
   * the position of the last of them in the log, as a decimal number, under `removedDeliveriesKey`.
   */
  removeOldest(webhookId: WebhookId, limit: number): Promise<number>
  /** The events at these positions, for display. Positions that the log no longer has are missing. */
  eventsAt(positions: readonly number[]): Promise<ReadonlyMap<number, BriefEvent>>
  /** How many deliveries are due at `now`, and how long the oldest has been due. */
  backlog(now: Instant): Promise<{ readonly due: number; readonly oldestMs: number }>
}

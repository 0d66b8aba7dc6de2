import { type Claim, type Drop, eventIdOf, type LoggedEvent, type PaymentIntent } from '@dropkit/core'

/** What a subscription sends: an event, and what it happened to as it is now. */
export interface Update {
  readonly event: LoggedEvent
}

export interface DropUpdateSource extends Update {
  readonly drop: Drop
}

export interface ClaimNotificationSource extends Update {
  readonly claim: Claim
}

export interface PaymentUpdateSource extends Update {
  readonly paymentIntent: PaymentIntent
}

/** The same for all of them; `id` is what a subscriber comes back with. */
export const updateFields = {
  id: ({ event }: Update) => eventIdOf(event.position),
  type: ({ event }: Update) => event.type,
  timestamp: ({ event }: Update) => event.at,
}

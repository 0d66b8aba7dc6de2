import type {
  ClaimStatus,
  DropStatus,
  PaymentIntentStatus,
  RefundStatus,
  TokenStatus,
  UnmatchedPaymentState,
  WebhookDeliveryStatus,
} from '../api/generated/operations.ts'

/** A status that is added to the API does not compile here until it has a word. */
type Status =
  | ClaimStatus
  | DropStatus
  | PaymentIntentStatus
  | RefundStatus
  | TokenStatus
  | UnmatchedPaymentState
  | WebhookDeliveryStatus

interface Look {
  readonly words: string
  readonly color: string
}

/** States of drops, claims, tokens, payments and deliveries, each with a word and a colour of its own kind. */
const STATUSES: Readonly<Record<Status, Look>> = {
  DRAFT: { words: 'Draft', color: 'gray' },
  SCHEDULED: { words: 'Scheduled', color: 'blue' },
  ACTIVE: { words: 'Open', color: 'leaf' },
  PAUSED: { words: 'Paused', color: 'yellow' },
  SOLD_OUT: { words: 'Sold out', color: 'grape' },
  ENDED: { words: 'Ended', color: 'gray' },
  CANCELLED: { words: 'Cancelled', color: 'red' },
  PENDING: { words: 'Pending', color: 'yellow' },
  SUBMITTED: { words: 'On its way', color: 'blue' },
  PROCESSING: { words: 'Seen', color: 'blue' },
  CONFIRMED: { words: 'Confirmed', color: 'leaf' },
  SUCCEEDED: { words: 'Done', color: 'leaf' },
  DEPLOYED: { words: 'Deployed', color: 'leaf' },
  DELIVERED: { words: 'Delivered', color: 'leaf' },
  FAILED: { words: 'Failed', color: 'red' },
  EXPIRED: { words: 'Expired', color: 'gray' },
  REQUIRES_REVIEW: { words: 'To review', color: 'orange' },
  OPEN: { words: 'To do', color: 'orange' },
  ASSIGNED: { words: 'Assigned', color: 'leaf' },
  RETURNING: { words: 'On its way back', color: 'blue' },
  RETURNED: { words: 'Returned', color: 'gray' },
  PARTIALLY_REFUNDED: { words: 'Partly refunded', color: 'grape' },
  REFUNDED: { words: 'Refunded', color: 'grape' },
}

/** The word and the color of a status. A status that these pages do not know yet is shown in lower case. */
export const statusLook = (status: string): Look =>
  (STATUSES as Readonly<Record<string, Look>>)[status] ?? { words: sentenceCase(status), color: 'gray' }

const sentenceCase = (code: string): string => {
  const words = code.toLowerCase().replaceAll('_', ' ')
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`
}

/** The same statuses as the options of a select. */
export const statusOptions = <S extends Status>(
  statuses: readonly S[],
): { readonly value: S; readonly label: string }[] =>
  statuses.map((value) => ({ value, label: statusLook(value).words }))

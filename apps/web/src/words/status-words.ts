import type {
  ClaimLinkStatus,
  ClaimStatus,
  DropStatus,
  PaymentIntentStatus,
  RefundStatus,
  TokenStatus,
  UnmatchedPaymentState,
  WebhookDeliveryStatus,
} from '../api/generated/operations.ts'
import { t } from './messages.ts'

/** A status that is added to the API does not compile here until it has a label. */
export type Status =
  | ClaimStatus
  | Exclude<ClaimLinkStatus, 'ACTIVE'>
  /** A claim link with status ACTIVE. */
  | 'UNUSED'
  | DropStatus
  | PaymentIntentStatus
  | RefundStatus
  | Exclude<TokenStatus, 'PENDING'>
  /** A token with status PENDING. */
  | 'UNDEPLOYED'
  | UnmatchedPaymentState
  | WebhookDeliveryStatus

interface Look {
  readonly words: string
  readonly color: string
}

/** The statuses of drops, claims, tokens, payments and deliveries, each with its label and color. */
const STATUSES = {
  DRAFT: { words: 'statusDraft', color: 'gray' },
  SCHEDULED: { words: 'statusScheduled', color: 'blue' },
  ACTIVE: { words: 'statusOpen', color: 'leaf' },
  UNUSED: { words: 'statusUnused', color: 'leaf' },
  USED: { words: 'statusUsed', color: 'blue' },
  REVOKED: { words: 'statusRevoked', color: 'red' },
  PAUSED: { words: 'statusPaused', color: 'yellow' },
  SOLD_OUT: { words: 'statusSoldOut', color: 'grape' },
  ENDED: { words: 'statusEnded', color: 'gray' },
  CANCELLED: { words: 'statusCancelled', color: 'red' },
  PENDING: { words: 'statusPending', color: 'yellow' },
  SUBMITTED: { words: 'statusOnItsWay', color: 'blue' },
  PROCESSING: { words: 'statusSeen', color: 'blue' },
  CONFIRMED: { words: 'statusConfirmed', color: 'leaf' },
  SUCCEEDED: { words: 'statusDone', color: 'leaf' },
  UNDEPLOYED: { words: 'statusUndeployed', color: 'yellow' },
  DEPLOYED: { words: 'statusDeployed', color: 'leaf' },
  DELIVERED: { words: 'statusDelivered', color: 'leaf' },
  FAILED: { words: 'statusFailed', color: 'red' },
  EXPIRED: { words: 'statusExpired', color: 'gray' },
  REQUIRES_REVIEW: { words: 'statusToReview', color: 'orange' },
  OPEN: { words: 'statusToDo', color: 'orange' },
  ASSIGNED: { words: 'statusAssigned', color: 'leaf' },
  RETURNING: { words: 'statusOnItsWayBack', color: 'blue' },
  RETURNED: { words: 'statusReturned', color: 'gray' },
  PARTIALLY_REFUNDED: { words: 'statusPartlyRefunded', color: 'grape' },
  REFUNDED: { words: 'statusRefunded', color: 'grape' },
} as const satisfies Readonly<Record<Status, Look>>

/** The label and the color of a status. A status that this page does not know is shown in lower case. */
export const statusLook = (status: string): Look =>
  isKnown(status)
    ? { words: t(STATUSES[status].words), color: STATUSES[status].color }
    : { words: sentenceCase(status), color: 'gray' }

const isKnown = (status: string): status is Status => Object.hasOwn(STATUSES, status)

const sentenceCase = (code: string): string => {
  const words = code.toLowerCase().replaceAll('_', ' ')
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`
}

/** The statuses as options of a select. */
export const statusOptions = <S extends Status>(
  statuses: readonly S[],
): { readonly value: S; readonly label: string }[] =>
  statuses.map((value) => ({ value, label: statusLook(value).words }))

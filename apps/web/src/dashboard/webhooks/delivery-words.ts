import type { WebhookDeliveryStatus } from '../../api/generated/operations.ts'
import { locale } from '../../words/language.ts'
import { inWebhooks } from '../../words/messages/webhooks.ts'
import { ago, fromNow, inWords } from '../../words/time.ts'

/** What the state of a delivery depends on. */
interface Delivery {
  readonly attempt: number
  readonly statusCode: number | null
  readonly error: string | null
  readonly deliveredAt: string | null
  readonly nextAttemptAt: string | null
}

/** Why the server got no answer from a webhook's receiver, as it writes it, with the message for users. */
const REASONS = {
  'the name has no address': 'nameHasNoAddress',
  'the name could not be resolved': 'nameNotResolved',
  'the name could not be resolved in time': 'nameNotResolved',
  'the connection was refused': 'connectionRefused',
  'the connection was closed before an answer': 'connectionClosed',
  'the host cannot be reached': 'hostNotReached',
  'the network cannot be reached': 'hostNotReached',
  'the connection took too long': 'connectionTookTooLong',
  'the answer took too long': 'answerTookTooLong',
  "the answer's headers are too large": 'headersTooLarge',
  'the answer is not HTTP': 'answerIsNotHttp',
  'the sender was closed': 'serviceStopped',
  'TLS: the certificate has expired': 'certificateExpired',
  'TLS: the certificate is signed by itself': 'certificateOwnSignature',
  'TLS: the certificate is not signed by a trusted authority': 'certificateUnknownSigner',
  // As servers of earlier releases stored it.
  'TLS: the certificate is signed by nobody we know': 'certificateUnknownSigner',
  'TLS: the certificate is for another name': 'certificateOtherName',
  'TLS: no secure connection could be made': 'noSecureConnection',
  'no answer': 'noAnswerCame',
} as const

const isKnown = (reason: string): reason is keyof typeof REASONS => Object.hasOwn(REASONS, reason)

/** A reason why there was no answer, without a period. A reason that this page does not know is not shown. */
export function deliveryReason(reason: string): string {
  if (isKnown(reason)) return inWebhooks(REASONS[reason])
  if (/^no answer within \d+ ms$/.test(reason)) return inWebhooks('answerTookTooLong')
  return inWebhooks(/not permitted|not public|URL/.test(reason) ? 'addressNotPermitted' : 'noAnswerCame')
}

/** The attempts of a delivery, the last answer and the next attempt: `1 attempt · answered 200 · 5 minutes ago`. */
export function deliveryOutcome(delivery: Delivery, nowMs: number): string {
  const { attempt, statusCode, error } = delivery
  const tries = attempt === 0 ? inWebhooks('notTriedYet') : inWebhooks('attempts2', { attempts: attempt })
  const answer =
    statusCode !== null
      ? inWebhooks('answeredStatuscode', { statusCode })
      : error === null
        ? null
        : deliveryReason(error)
  return [tries, answer, timeOf(delivery, nowMs)].filter((part) => part !== null).join(' · ')
}

function timeOf({ attempt, deliveredAt, nextAttemptAt }: Delivery, nowMs: number): string | null {
  if (deliveredAt !== null) return ago(deliveredAt, nowMs)
  if (nextAttemptAt === null || attempt === 0) return null
  return Date.parse(nextAttemptAt) <= nowMs
    ? inWebhooks('nextAttemptNow')
    : inWebhooks('nextAttemptTime', { time: fromNow(nextAttemptAt, nowMs) })
}

/** The exact time that `deliveryOutcome` tells as a distance from now. */
export const exactTimeOf = ({ deliveredAt, nextAttemptAt }: Delivery): string | undefined => {
  const at = deliveredAt ?? nextAttemptAt
  return at === null ? undefined : inWords(at)
}

/** What came of one attempt: `Answered 503`, or why there was no answer, as a sentence. */
export function resultOf({
  statusCode,
  error,
}: {
  readonly statusCode: number | null
  readonly error: string | null
}): string {
  if (statusCode !== null) return inWebhooks('answered', { status: String(statusCode) })
  if (error === null) return inWebhooks('noAnswer')
  const reason = deliveryReason(error)
  return inWebhooks('sentence', { words: `${reason.charAt(0).toUpperCase()}${reason.slice(1)}` })
}

/** The duration of one attempt: `7 ms`, `15 s`. Empty if nothing was sent. */
export function tookInWords(durationMs: number | null): string {
  if (durationMs === null) return ''
  const [unit, value] = durationMs < 1_000 ? ['millisecond', durationMs] : ['second', durationMs / 1_000]
  const options = { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 } as const
  return new Intl.NumberFormat(locale, options).format(value)
}

export type Health = 'off' | 'new' | 'working' | 'sending' | 'failing'

/** The state of a webhook by its last attempted delivery. `deliveries` are sorted newest first. */
export function healthOf({
  isActive,
  deliveries,
}: {
  readonly isActive: boolean
  readonly deliveries: readonly {
    readonly status: WebhookDeliveryStatus
    readonly error: string | null
  }[]
}): Health {
  if (!isActive) return 'off'
  const tried = deliveries.find(({ status, error }) => status !== 'PENDING' || error !== null)
  if (tried === undefined) return deliveries.length === 0 ? 'new' : 'sending'
  return tried.status === 'DELIVERED' ? 'working' : 'failing'
}

import { locale } from '../../words/language.ts'
import { inWebhooks } from '../../words/messages/webhooks.ts'
import { ago, fromNow, inWords } from '../../words/time.ts'
import { deliveryReason } from './delivery-reason.ts'

/** What the state of a delivery depends on. */
interface Delivery {
  readonly attempt: number
  readonly statusCode: number | null
  readonly error: string | null
  readonly deliveredAt: string | null
  readonly nextAttemptAt: string | null
}

/** The attempts of a delivery, the last answer and the next attempt: `1 attempt · answered 200 · 5 minutes ago`. */
export function whatBecameOf(delivery: Delivery, nowMs: number): string {
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

/** The exact time that `whatBecameOf` tells as a distance from now. */
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

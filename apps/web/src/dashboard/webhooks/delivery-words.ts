import { inWebhooks } from '../../words/messages/webhooks.ts'
import { ago, fromNow } from '../../words/time.ts'

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
  const answer = statusCode === null ? error : inWebhooks('answeredStatuscode', { statusCode })
  return [tries, answer, timeOf(delivery, nowMs)].filter((part) => part !== null).join(' · ')
}

function timeOf({ attempt, deliveredAt, nextAttemptAt }: Delivery, nowMs: number): string | null {
  if (deliveredAt !== null) return ago(deliveredAt, nowMs)
  if (nextAttemptAt === null || attempt === 0) return null
  return Date.parse(nextAttemptAt) <= nowMs
    ? inWebhooks('nextAttemptNow')
    : inWebhooks('nextAttemptTime', { time: fromNow(nextAttemptAt, nowMs) })
}

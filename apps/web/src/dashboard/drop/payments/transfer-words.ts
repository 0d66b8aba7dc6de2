import { transferReason } from '../../../words/chain-reason.ts'
import { inDropTabs } from '../../../words/messages/drop-tabs.ts'
import { fromNow } from '../../../words/time.ts'

/** The state of a refund or payout. */
export interface Transfer {
  readonly status: string
  readonly attempts: number | null
  readonly nextAttemptAt: string | null
  readonly lastError: string | null
}

/** Why a transfer has not arrived and what happens next. Null if there is nothing to say. */
export function transferInWords(
  { status, attempts, nextAttemptAt, lastError }: Transfer,
  nowMs: number,
): string | null {
  if (lastError === null || status === 'SUCCEEDED') return null
  const reason = transferReason(lastError)
  const values = { reason, attempts: attempts ?? 0 }
  if (status === 'FAILED') return inDropTabs('transferFailed', values)
  if (nextAttemptAt === null || Date.parse(nextAttemptAt) <= nowMs)
    return inDropTabs('transferWaitsNow', values)
  return inDropTabs('transferWaits', { ...values, next: fromNow(nextAttemptAt, nowMs) })
}

import { counted } from '../../../words/amount.ts'
import { transferReason } from '../../../words/chain-reason.ts'
import { fromNow } from '../../../words/time.ts'

/** How far a refund or a payout is. */
export interface Transfer {
  readonly status: string
  readonly attempts: number | null
  readonly nextAttemptAt: string | null
  readonly lastError: string | null
}

/** Why a transfer has not arrived and what happens next; null if there is nothing to say. */
export function transferInWords(
  { status, attempts, nextAttemptAt, lastError }: Transfer,
  nowMs: number,
): string | null {
  if (lastError === null || status === 'SUCCEEDED') return null
  const tried = attempts === null || attempts === 0 ? '' : ` after ${counted(attempts, 'attempt')}`
  const reason = transferReason(lastError)
  if (status === 'FAILED') return `It failed${tried}: ${reason} The money is still here.`
  const next =
    nextAttemptAt === null || Date.parse(nextAttemptAt) <= nowMs ? 'now' : fromNow(nextAttemptAt, nowMs)
  return `Not sent yet${tried}: ${reason} The next attempt is ${next}.`
}

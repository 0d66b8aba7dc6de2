import {
  type Clock,
  err,
  type HumanCheck,
  type HumanSubject,
  type Log,
  ok,
  type Refusal,
} from '@dropkit/core'
import { createFairSlots } from '@dropkit/core/internal'
import { z } from 'zod'

export interface TurnstileOptions {
  readonly siteKey: string
  readonly secretKey: string
  /** The URL of Cloudflare's `siteverify`, or of a stand-in in tests. */
  readonly verifyUrl: string
  readonly clock: Clock
  readonly log: Log
  /** Timeout in milliseconds; 5,000 by default. */
  readonly timeoutMs?: number
}

/** The largest number of concurrent requests to Cloudflare. */
const MOST_RUNNING = 64
/** More are rejected, first those of the user who sent the most, so that slow answers and wrong tokens cannot pile up. */
const MOST_WAITING = 64
const RETRY_MS = 1_000
const MOST_ANSWER_CHARACTERS = 16_384

const answerShape = z.object({
  success: z.boolean(),
  cdata: z.string().optional(),
  'error-codes': z.array(z.string()).default([]),
})

/** The value of `cData`, which may contain letters, digits, `_` and `-`. */
const textOf = ({ dropId, wallet }: HumanSubject): string => `${dropId}-${wallet}`

/**
 * Cloudflare Turnstile. The widget's `cData` binds its token to a drop and a wallet, and Cloudflare accepts each token
 * once. If the answer is missing, late or not understood, the check is refused and can be retried. It never passes.
 */
export function createTurnstile(options: TurnstileOptions): HumanCheck {
  const { siteKey, secretKey, verifyUrl, clock, log, timeoutMs = 5_000 } = options
  const run = createFairSlots({ mostRunning: MOST_RUNNING, mostWaiting: MOST_WAITING })

  async function ask(token: string): Promise<z.infer<typeof answerShape>> {
    const response = await fetch(verifyUrl, {
      method: 'POST',
      redirect: 'error',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ secret: secretKey, response: token }),
      signal: AbortSignal.timeout(timeoutMs),
    })
    // Errors of the request itself have status 400 and the same body.
    if (!response.ok && response.status !== 400) {
      await response.body?.cancel()
      throw new Error(`it answered with status ${response.status}`)
    }
    const text = await response.text()
    if (text.length > MOST_ANSWER_CHARACTERS) throw new Error('its answer is too long')
    return answerShape.parse(JSON.parse(text))
  }

  return {
    challenge: (subject) => ({ check: 'TURNSTILE', siteKey, text: textOf(subject) }),

    async verify(subject, token, userId) {
      try {
        const answer = await run(userId, () => ask(token))
        if (answer === undefined)
          return err({
            kind: 'overloaded',
            retryAfterMs: RETRY_MS,
            message: 'Too many proofs wait for Turnstile; try again shortly',
            details: { limit: 'waiting proofs', value: MOST_WAITING },
          })
        const { success, cdata, 'error-codes': codes } = answer
        if (success && cdata === textOf(subject)) return ok(clock.now())
        if (success) return err({ kind: 'human_check_failed', reason: 'other_subject' })
        return err(refusalOf(codes, log))
      } catch (error) {
        log.warn('Turnstile did not verify a proof', { reason: String(error) })
        return err(unavailable('Turnstile did not answer'))
      }
    },
  }
}

const unavailable = (reason: string): Refusal => ({ kind: 'human_check_unavailable', reason })

/** Maps the documented error codes. An unknown code does not pass, and is not treated as the claimer's error. */
function refusalOf(codes: readonly string[], log: Log): Refusal {
  if (codes.includes('timeout-or-duplicate')) return { kind: 'human_check_failed', reason: 'expired' }
  if (codes.includes('invalid-input-response') || codes.includes('missing-input-response'))
    return { kind: 'human_check_failed', reason: 'wrong' }
  if (codes.includes('invalid-input-secret') || codes.includes('missing-input-secret')) {
    log.error('Turnstile refuses TURNSTILE_SECRET_KEY, so that drops with this check cannot be claimed', {
      codes,
    })
    return unavailable('Turnstile is not configured correctly')
  }
  return unavailable('Turnstile could not verify the proof')
}

import { type ChainAnswer, err, ok } from '@dropkit/core'
import {
  type BreakerLimits,
  type BreakerView,
  type CallTime,
  createCircuitBreaker,
} from './circuit-breaker.ts'

export interface CallLimits extends BreakerLimits {
  /** The timeout of one attempt. */
  readonly attemptMs: number
  /** The maximum number of attempts of `ask`, including the first. */
  readonly attempts: number
  /** The timeout of all attempts together: no further attempt starts after it. */
  readonly timeoutMs: number
  /** The delay before the second attempt. It doubles before each further attempt, and half of it is random. */
  readonly firstRetryMs: number
  /** The pause after the first throttled answer without `Retry-After`. It doubles for each further one. */
  readonly firstThrottleMs: number
  /** The longest pause after a throttled answer, even if `Retry-After` is longer. */
  readonly longestThrottleMs: number
}

export const CALL_LIMITS: CallLimits = {
  attemptMs: 5_000,
  attempts: 3,
  timeoutMs: 8_000,
  firstRetryMs: 150,
  firstThrottleMs: 1_000,
  longestThrottleMs: 60_000,
  failuresToOpen: 5,
  firstPauseMs: 1_000,
  longestPauseMs: 30_000,
}

/** Receives events about calls while they are made. It must not throw. */
export interface CallObserver {
  /** `refused`: the node answered with an error about the request. `throttled`: the node asks for fewer requests. */
  attempted?(attempt: {
    readonly name: string
    readonly outcome: 'answered' | 'refused' | 'unavailable' | 'throttled'
    readonly seconds: number
  }): void
  /** A call was not made, because the breaker is open or because the node asks for fewer requests for too long. */
  heldBack?(name: string): void
  breakerTurned?(view: BreakerView): void
}

/** Calls to a node of the chain. No call takes longer than the limits allow. */
export interface GuardedCalls {
  /**
   * A read. It is retried while the node cannot be reached, or has an internal error. `call` should pass the signal on if it
   * can; when its time is over, it is abandoned even if it ignores the signal. Rethrows errors that are not transport errors
   * (not found, a refusal of the node, a bug).
   */
  ask<T>(name: string, call: (signal: AbortSignal) => Promise<T>): Promise<ChainAnswer<T>>
  /**
   * The same, for reads that users cause as often as they like, such as those for gating rules. If the node asks for fewer
   * requests in answer to one, only the calls for users pause. A timeout of one does not count for the breaker, because a user
   * may have chosen what takes long. So users cannot stop the service's own transactions.
   */
  askForUser<T>(name: string, call: (signal: AbortSignal) => Promise<T>): Promise<ChainAnswer<T>>
  /** A call with one attempt. Use it for sending: the sender must check the outcome before it sends again. */
  askOnce<T>(name: string, call: (signal: AbortSignal) => Promise<T>): Promise<ChainAnswer<T>>
  /** A call with one attempt that a user causes: `askOnce` with the rules of `askForUser`. */
  askOnceForUser<T>(name: string, call: (signal: AbortSignal) => Promise<T>): Promise<ChainAnswer<T>>
  breaker(): BreakerView
}

export interface CallOptions {
  readonly time: CallTime
  readonly limits?: Partial<CallLimits>
  readonly observer?: CallObserver
}

type Attempt<T> =
  | { readonly kind: 'answered'; readonly value: T }
  | { readonly kind: 'refused'; readonly error: unknown }
  | { readonly kind: 'unavailable'; readonly error: TransportError }
  | {
      readonly kind: 'throttled'
      readonly error: TransportError & { readonly throttled: NonNullable<TransportError['throttled']> }
    }

/** When calls of one kind may start. */
interface Pacing {
  /** No call starts before this monotonic time. */
  pausedUntilMs: number
  throttledInARow: number
}

const newPacing = (): Pacing => ({ pausedUntilMs: Number.NEGATIVE_INFINITY, throttledInARow: 0 })

/**
 * Adds a timeout per attempt, bounded retries with jitter, and one circuit breaker for the node. If the node asks for fewer
 * requests, all calls pause for as long as it says, or only calls for users if it was one of them. That is not a failure: the
 * breaker stays closed.
 */
export function guardCalls({ time, limits: given, observer = {} }: CallOptions): GuardedCalls {
  const limits = { ...CALL_LIMITS, ...given }
  const breaker = createCircuitBreaker(limits, time, (view) => observer.breakerTurned?.(view))

  const own = newPacing()
  const forUsers = newPacing()

  function pause(pacing: Pacing, { retryAfterMs }: NonNullable<TransportError['throttled']>): void {
    const { throttledInARow } = pacing
    const ownMs = limits.firstThrottleMs * 2 ** Math.min(throttledInARow, 16) * (0.5 + time.random() / 2)
    pacing.throttledInARow++
    // Waits up to a quarter longer than requested, so that several servers do not return at the same moment.
    const askedMs = retryAfterMs === null ? ownMs : retryAfterMs * (1 + time.random() / 4)
    const pauseMs = Math.min(askedMs, limits.longestThrottleMs)
    pacing.pausedUntilMs = Math.max(pacing.pausedUntilMs, time.monotonicNow() + pauseMs)
  }

  /** Calls for users also pause with all other calls. */
  const pausedUntilMs = (pacing: Pacing): number => Math.max(own.pausedUntilMs, pacing.pausedUntilMs)

  const wait = (delayMs: number) =>
    new Promise<void>((resolve) => {
      time.setTimer(resolve, delayMs)
    })

  async function inTime<T>(call: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const giveUp = new AbortController()
    let clearTimer = () => {}
    const late = new Promise<never>((_, reject) => {
      clearTimer = time.setTimer(() => {
        const reason = new DOMException(`no answer within ${limits.attemptMs} ms`, 'TimeoutError')
        giveUp.abort(reason)
        reject(reason)
      }, limits.attemptMs)
    })
    try {
      return await Promise.race([call(giveUp.signal), late])
    } finally {
      clearTimer()
    }
  }

  async function attempt<T>(name: string, call: (signal: AbortSignal) => Promise<T>): Promise<Attempt<T>> {
    const startedAtMs = time.monotonicNow()
    const made = await inTime(call).then(
      (value): Attempt<T> => ({ kind: 'answered', value }),
      (thrown): Attempt<T> => {
        const error = transportErrorOf(thrown)
        if (error === null) return { kind: 'refused', error: thrown }
        const { throttled } = error
        return throttled
          ? { kind: 'throttled', error: { ...error, throttled } }
          : { kind: 'unavailable', error }
      },
    )
    const seconds = (time.monotonicNow() - startedAtMs) / 1_000
    observer.attempted?.({ name, outcome: made.kind, seconds })
    return made
  }

  async function tryUpTo<T>(
    pacing: Pacing,
    attempts: number,
    name: string,
    call: (signal: AbortSignal) => Promise<T>,
  ): Promise<ChainAnswer<T>> {
    const endsAtMs = time.monotonicNow() + limits.timeoutMs
    let lastReason: string | undefined
    for (let n = 1; ; n++) {
      const pauseMs = pausedUntilMs(pacing) - time.monotonicNow()
      if (pauseMs > 0) {
        if (time.monotonicNow() + pauseMs >= endsAtMs) {
          observer.heldBack?.(name)
          return unavailable(name, `the node asks for fewer requests (${lastReason ?? 'HTTP 429'})`)
        }
        await wait(pauseMs)
      }
      const passage = breaker.enter()
      if (passage === null) {
        observer.heldBack?.(name)
        return unavailable(
          name,
          lastReason ?? `not tried, for the node is down (${breaker.view().lastReason})`,
        )
      }
      const made = await attempt(name, call)
      if (made.kind === 'throttled') {
        passage.succeeded()
        pause(pacing, made.error.throttled)
        lastReason = made.error.reason
        if (n >= attempts) return unavailable(name, `the node asks for fewer requests (${lastReason})`)
        continue
      }
      pacing.throttledInARow = 0
      if (made.kind !== 'unavailable') {
        passage.succeeded()
        if (made.kind === 'answered') return ok(made.value)
        throw made.error
      }
      const { reason, mayPass, isOfNode, isTimeout } = made.error
      if (isOfNode) passage.succeeded()
      else if (isTimeout && pacing === forUsers) passage.unclear(`${name}: ${reason}`)
      else passage.failed(`${name}: ${reason}`)
      lastReason = reason
      const delayMs = limits.firstRetryMs * 2 ** (n - 1) * (0.5 + time.random() / 2)
      const isLast = n >= attempts || passage.isProbe || !mayPass
      if (isLast || breaker.view().state !== 'closed' || time.monotonicNow() + delayMs >= endsAtMs)
        return unavailable(name, reason)
      await wait(delayMs)
    }
  }

  return {
    ask: (name, call) => tryUpTo(own, limits.attempts, name, call),
    askForUser: (name, call) => tryUpTo(forUsers, limits.attempts, name, call),
    askOnce: (name, call) => tryUpTo(own, 1, name, call),
    askOnceForUser: (name, call) => tryUpTo(forUsers, 1, name, call),
    breaker: breaker.view,
  }
}

const unavailable = (name: string, reason: string) =>
  err({ kind: 'chain_unavailable', reason: `${name}: ${reason}` } as const)

/** A call that got no answer from the node, or an answer that says nothing about the request. */
interface TransportError {
  readonly reason: string
  /** Whether the same call may succeed a moment later. */
  readonly mayPass: boolean
  /** Whether the node answered. Users choose what is read, so such an error must not open the breaker for all calls. */
  readonly isOfNode?: boolean
  /** Whether there was no answer in time. */
  readonly isTimeout?: boolean
  /** Set if the node is up and asks for fewer requests. */
  readonly throttled?: {
    /** How long the node asks us to wait; null if it does not say. */
    readonly retryAfterMs: number | null
  }
}

/** gRPC codes that say nothing about the request and are probably temporary. INTERNAL comes from the node itself. */
const PASSING = new Set([
  'ABORTED',
  'CANCELLED',
  'DATA_LOSS',
  'DEADLINE_EXCEEDED',
  'INTERNAL',
  'UNAVAILABLE',
  'UNKNOWN',
])
/** gRPC codes with which the node, or a proxy before it, refuses to serve us. The operator has to fix the cause. */
const LASTING = new Set(['PERMISSION_DENIED', 'UNAUTHENTICATED', 'UNIMPLEMENTED'])
const INTERRUPTED = new Set(['AbortError', 'TimeoutError'])
/** The maximum depth at which client errors wrap transport errors. */
const DEEPEST_CAUSE = 4

/** The error that prevented an answer. Null if the error is an answer (for example, not found) or a bug. */
function transportErrorOf(thrown: unknown): TransportError | null {
  let error = thrown
  for (let depth = 0; depth <= DEEPEST_CAUSE && error instanceof Error; depth++) {
    // Checked by shape, because another installed copy of the transport has its own class.
    const code = 'code' in error ? String(error.code) : ''
    if (error.name === 'RpcError' && code === 'RESOURCE_EXHAUSTED')
      return {
        reason: `${code}: ${error.message}`,
        mayPass: true,
        throttled: { retryAfterMs: retryAfterMsOf(error) },
      }
    if (error.name === 'RpcError' && PASSING.has(code))
      return {
        reason: `${code}: ${error.message}`,
        mayPass: true,
        isOfNode: code === 'INTERNAL',
        isTimeout: code === 'DEADLINE_EXCEEDED',
      }
    if (error.name === 'RpcError' && LASTING.has(code))
      return { reason: `${code}: ${error.message}`, mayPass: false }
    if (INTERRUPTED.has(error.name)) return { reason: error.message, mayPass: true, isTimeout: true }
    error = error.cause
  }
  return null
}

/** `Retry-After` in seconds (RFC 9110, 10.2.3), from HTTP headers or gRPC metadata. Its date form is ignored. */
function retryAfterMsOf(error: Error): number | null {
  const meta = 'meta' in error ? (error.meta as Record<string, unknown> | null) : null
  const given = meta?.['retry-after']
  return typeof given === 'string' && /^\d{1,6}$/.test(given) ? Number(given) * 1_000 : null
}

import type { Instant } from '@dropkit/core'
import { unreachable } from '@dropkit/core/internal'

/** Time and randomness for guarded calls, so that a test can control them. */
export interface CallTime {
  /** Unix milliseconds, for display. */
  readonly now: () => Instant
  /** Milliseconds that never go backwards, for measuring. */
  readonly monotonicNow: () => number
  /** Calls `act` after `delayMs`, unless the returned function is called first. */
  readonly setTimer: (act: () => void, delayMs: number) => () => void
  /** A number in [0, 1), for jitter. */
  readonly random: () => number
}

export interface BreakerLimits {
  /** The number of consecutive failures that opens the breaker. */
  readonly failuresToOpen: number
  /** How long the breaker stays open the first time. The time doubles with each further opening until a call succeeds. */
  readonly firstPauseMs: number
  readonly longestPauseMs: number
}

/** The state that health routes and metrics show. */
export interface BreakerView {
  /** Closed: calls are made. Open: no call is made. Half open: one call is made, and its result decides. */
  readonly state: 'closed' | 'half_open' | 'open'
  readonly since: Instant
  /** The reason of the last failed call. Null if no call has failed. */
  readonly lastReason: string | null
}

/** The permission to make one call. The caller must report the result exactly once. */
interface Passage {
  /** Whether all other calls are rejected until the result of this call is known. */
  readonly isProbe: boolean
  succeeded(): void
  failed(reason: string): void
  /** The call failed, and that may be due to what was asked for. It is not counted, but a probe fails by it. */
  unclear(reason: string): void
}

export interface CircuitBreaker {
  /** Returns null if the call must not be made. Never waits. */
  enter(): Passage | null
  view(): BreakerView
}

type State =
  | { readonly kind: 'closed'; failures: number }
  | { readonly kind: 'half_open'; readonly pauses: number }
  | { readonly kind: 'open'; readonly pauses: number; readonly endsAtMs: number }

/**
 * Prevents calls to a node that is down. Unlike the breakers of common libraries, it never makes callers wait for the probe
 * call, and it gets its time from outside.
 */
export function createCircuitBreaker(
  limits: BreakerLimits,
  time: Pick<CallTime, 'now' | 'monotonicNow' | 'random'>,
  onTurn: (view: BreakerView) => void = () => {},
): CircuitBreaker {
  let state: State = { kind: 'closed', failures: 0 }
  let since = time.now()
  let lastReason: string | null = null

  const view = (): BreakerView => ({ state: state.kind, since, lastReason })

  function turn(next: State): void {
    const isNew = next.kind !== state.kind
    state = next
    if (!isNew) return
    since = time.now()
    onTurn(view())
  }

  function open(pauses: number): void {
    const pauseMs = Math.min(limits.firstPauseMs * 2 ** pauses, limits.longestPauseMs)
    // Jitter, so that many servers that lost a node at the same moment do not return at the same moment.
    const endsAtMs = time.monotonicNow() + pauseMs * (0.5 + time.random() / 2)
    turn({ kind: 'open', pauses: pauses + 1, endsAtMs })
  }

  /** The result of a call that started in another state does not change the state. */
  function passage(entered: State, isProbe: boolean): Passage {
    function failed(reason: string): void {
      lastReason = reason
      if (state !== entered) return
      if (state.kind === 'half_open') open(state.pauses)
      else if (state.kind === 'closed' && ++state.failures >= limits.failuresToOpen) open(0)
    }
    return {
      isProbe,
      succeeded() {
        if (state === entered) turn({ kind: 'closed', failures: 0 })
      },
      failed,
      unclear(reason) {
        if (isProbe) failed(reason)
      },
    }
  }

  return {
    enter() {
      switch (state.kind) {
        case 'closed':
          return passage(state, false)
        case 'half_open':
          return null
        case 'open': {
          if (time.monotonicNow() < state.endsAtMs) return null
          const probing: State = { kind: 'half_open', pauses: state.pauses }
          turn(probing)
          return passage(probing, true)
        }
        default:
          return unreachable(state)
      }
    },
    view,
  }
}

import type { Instant } from '@dropkit/core'
import { unreachable } from '@dropkit/core/internal'

/** What of time and chance guarded calls need, so that a test may decide it. */
export interface CallTime {
  /** Unix milliseconds; for what is shown. */
  readonly now: () => Instant
  /** Milliseconds that never go backwards; for what is measured. */
  readonly monotonicNow: () => number
  /** Does `act` after so long, unless what it gives is called before. */
  readonly setTimer: (act: () => void, delayMs: number) => () => void
  /** A number from 0 up to, and without, 1; spreads waits. */
  readonly random: () => number
}

export interface BreakerLimits {
  /** So many failures without a success between them open it. */
  readonly failuresToOpen: number
  /** How long it stays open the first time; twice as long each further time, until a call succeeds. */
  readonly firstPauseMs: number
  readonly longestPauseMs: number
}

/** As health routes and metrics show it. */
export interface BreakerView {
  /** Closed: calls go through. Open: none does. Half open: one goes through and decides. */
  readonly state: 'closed' | 'half_open' | 'open'
  readonly since: Instant
  /** Why a call failed last; null while none has. */
  readonly lastReason: string | null
}

/** The permission to make one call; what became of it has to be said once. */
interface Passage {
  /** Whether everybody else is turned away until it is known what becomes of this call. */
  readonly isProbe: boolean
  succeeded(): void
  failed(reason: string): void
}

export interface CircuitBreaker {
  /** Null: do not call. Never waits. */
  enter(): Passage | null
  view(): BreakerView
}

type State =
  | { readonly kind: 'closed'; failures: number }
  | { readonly kind: 'half_open'; readonly pauses: number }
  | { readonly kind: 'open'; readonly pauses: number; readonly endsAtMs: number }

/**
 * Keeps calls away from a node that is down. Unlike the breakers of the libraries it lets nobody wait for the call
 * that tries whether the node is back, and takes its time from outside.
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
    // Many servers that lost a node at the same moment must not come back to it at the same moment.
    const endsAtMs = time.monotonicNow() + pauseMs * (0.5 + time.random() / 2)
    turn({ kind: 'open', pauses: pauses + 1, endsAtMs })
  }

  /** What a call says that set out under another state is old news. */
  function passage(entered: State, isProbe: boolean): Passage {
    return {
      isProbe,
      succeeded() {
        if (state === entered) turn({ kind: 'closed', failures: 0 })
      },
      failed(reason) {
        lastReason = reason
        if (state !== entered) return
        if (state.kind === 'half_open') open(state.pauses)
        else if (state.kind === 'closed' && ++state.failures >= limits.failuresToOpen) open(0)
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

import {
  type Caller,
  type Dropkit,
  type IdempotencyLease,
  isRetryable,
  type Refusal,
  type Result,
} from '@dropkit/core'
import { DAY_MS } from '@dropkit/core/internal'
import type { Running } from './simulated-server.ts'
import { demand } from './trace.ts'

/** The answer to a request: the result, or the kind of the refusal. */
export type Answer<T> =
  | { readonly kind: 'granted'; readonly value: T }
  /** `isFinal` is false if the same request may succeed later. */
  | { readonly kind: 'refused'; readonly refusal: Refusal['kind']; readonly isFinal: boolean }

export interface KeyedOperation<T> {
  readonly run: (dropkit: Dropkit, caller: Caller) => Promise<Result<T, Refusal>>
  readonly idOf: (value: T) => string
  /** Rebuilds the answer to a request that took effect earlier. */
  readonly recover: (running: Running, id: string) => Promise<T | undefined>
}

/** The use cases of one request with a key. All others are the service's own. */
const receipted = (dropkit: Dropkit, lease: IdempotencyLease): Dropkit => ({
  ...dropkit,
  ...dropkit.withLease(lease),
})

const LEASE_MS = 20_000
const GRANTED = 'granted '
const REFUSED = 'refused '

/**
 * Serves a request with an Idempotency-Key as the API does: its effect is noted in the same transaction, and a repeat gets
 * the same answer. Null means "try again".
 */
export async function serveKeyed<T>(
  running: Running,
  caller: Caller,
  key: string,
  operation: KeyedOperation<T>,
): Promise<Answer<T> | null> {
  const { idempotency, clock } = running.ports
  const now = clock.now()
  const terms = { now, leaseMs: LEASE_MS, expiresAt: now + DAY_MS }
  const begun = await idempotency.begin({ userId: caller.user.id, key }, key, terms)
  switch (begun.kind) {
    case 'in_progress':
      return null
    case 'reused':
      return demand(false, 'a key stands for its own request', () => key) as never
    case 'answered':
      return replay(running, begun.answer, operation)
    case 'took_effect': {
      const value = await recovered(running, begun.effect.id, operation)
      const isKept = await idempotency.answer(begun.lease, GRANTED + operation.idOf(value))
      return isKept ? { kind: 'granted', value } : null
    }
    case 'begun':
      return runUnder(running, caller, begun.lease, operation)
  }
}

async function replay<T>(running: Running, stored: string, operation: KeyedOperation<T>): Promise<Answer<T>> {
  if (stored.startsWith(REFUSED)) {
    return { kind: 'refused', refusal: stored.slice(REFUSED.length) as Refusal['kind'], isFinal: true }
  }
  return { kind: 'granted', value: await recovered(running, stored.slice(GRANTED.length), operation) }
}

async function runUnder<T>(
  running: Running,
  caller: Caller,
  lease: IdempotencyLease,
  { run, idOf }: KeyedOperation<T>,
): Promise<Answer<T> | null> {
  const { idempotency } = running.ports
  let result: Result<T, Refusal>
  try {
    result = await run(receipted(running.dropkit, lease), caller)
  } catch (error) {
    await idempotency.forget(lease)
    throw error
  }
  if (!result.ok && isRetryable(result.error)) {
    await idempotency.forget(lease)
    return refusedBy(result.error)
  }
  const text = result.ok ? GRANTED + idOf(result.value) : REFUSED + result.error.kind
  if (!(await idempotency.answer(lease, text))) return null
  return answerOf(result)
}

export const answerOf = <T>(result: Result<T, Refusal>): Answer<T> =>
  result.ok ? { kind: 'granted', value: result.value } : refusedBy(result.error)

const refusedBy = (refusal: Refusal): Answer<never> => ({
  kind: 'refused',
  refusal: refusal.kind,
  isFinal: !isRetryable(refusal),
})

async function recovered<T>(running: Running, id: string, { recover }: KeyedOperation<T>): Promise<T> {
  const value = await recover(running, id)
  demand(value !== undefined, 'what a request did is there', () => id)
  return value
}

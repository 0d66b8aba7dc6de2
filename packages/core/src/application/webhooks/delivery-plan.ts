import type { Instant } from '../../domain/instant.ts'

/** How a drop's deliveries go on; kept with their job. */
export interface DeliveryPlan {
  /** How many claims the next transaction carries at most. */
  readonly size: number
  /** Claims that did not get through alone: the others go on without them, and each is tried again by itself. */
  readonly aside: readonly number[]
  /** When the first of those is tried again. */
  readonly retryAt: Instant
  /** How many claims failed alone since one got through. */
  readonly failures: number
}

/** A plan, and when to go on with it. */
export interface NextDelivery {
  readonly plan: DeliveryPlan
  readonly dueAt: Instant
}

const RETRY_DELAY_MS = 500
const ASIDE_DELAY_MS = 10_000
/** Where so many fail one by one it is the vault, and no claim of its own: all are tried again after a while. */
const MOST_ASIDE = 100

const freshPlan = (mostAtOnce: number): DeliveryPlan => ({
  size: mostAtOnce,
  aside: [],
  retryAt: 0,
  failures: 0,
})

/** Earlier releases kept only a size, and null for the largest. */
export function readPlan(memo: string | null, mostAtOnce: number): DeliveryPlan {
  const kept: unknown = memo === null ? null : JSON.parse(memo)
  const size = typeof kept === 'number' ? kept : mostAtOnce
  const plan = typeof kept === 'object' && kept !== null ? (kept as DeliveryPlan) : { ...freshPlan(size) }
  return { ...plan, size: Math.max(1, Math.min(plan.size, mostAtOnce)) }
}

export const writePlan = (plan: DeliveryPlan): string => JSON.stringify(plan)

/**
 * Each transaction carries twice as many as the one before it, up to the most. Where one that was put aside gets
 * through, the next of those is tried at once.
 */
export function afterSuccess(
  plan: DeliveryPlan,
  delivered: readonly number[],
  mostAtOnce: number,
  now: Instant,
): NextDelivery {
  const next = isRetry(plan, delivered)
    ? { ...plan, aside: plan.aside.filter((sequence) => !delivered.includes(sequence)), retryAt: now }
    : { ...plan, size: Math.min(2 * plan.size, mostAtOnce) }
  return { plan: { ...next, failures: 0 }, dueAt: now }
}

/** Half as many, down to one; that one is put aside, so that it holds up no other. */
export function afterFailure(plan: DeliveryPlan, tried: readonly number[], now: Instant): NextDelivery {
  if (isRetry(plan, tried)) return { plan: putAside(plan, tried, now), dueAt: now }
  if (tried.length > 1) {
    return {
      plan: { ...plan, size: Math.min(plan.size, Math.floor(tried.length / 2)) },
      dueAt: now + RETRY_DELAY_MS,
    }
  }
  // Where one after the other fails, each new one waits longer.
  const pauseMs = Math.min(RETRY_DELAY_MS * 2 ** Math.min(plan.failures, 10), ASIDE_DELAY_MS)
  const without = putAside(plan, tried, now)
  return { plan: { ...without, size: 1, failures: plan.failures + 1 }, dueAt: now + pauseMs }
}

const isRetry = ({ aside }: DeliveryPlan, tried: readonly number[]): boolean =>
  tried.some((sequence) => aside.includes(sequence))

/** To the end of those that wait; the first of them is tried when there has been some time. */
export function putAside(plan: DeliveryPlan, sequences: readonly number[], now: Instant): DeliveryPlan {
  const aside = [...plan.aside.filter((sequence) => !sequences.includes(sequence)), ...sequences]
  return { ...plan, aside: aside.length > MOST_ASIDE ? [] : aside, retryAt: now + ASIDE_DELAY_MS }
}

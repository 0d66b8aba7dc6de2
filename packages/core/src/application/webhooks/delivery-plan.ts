import type { Instant } from '../../domain/instant.ts'

/** How a drop's deliveries continue. Stored with their job. */
export interface DeliveryPlan {
  /** The largest number of claims in the next transaction. */
  readonly size: number
  /** Claims that failed alone. The others continue without them, and each is retried by itself. */
  readonly aside: readonly number[]
  /** When the first of those is retried. */
  readonly retryAt: Instant
  /** The number of claims that failed alone since one succeeded. */
  readonly failures: number
}

/** A plan, and when to continue. */
export interface NextDelivery {
  readonly plan: DeliveryPlan
  readonly dueAt: Instant
}

const RETRY_DELAY_MS = 500
const ASIDE_DELAY_MS = 10_000
/** If this many claims fail one by one, the vault is the cause, not a claim. All are then retried after a while. */
const MOST_ASIDE = 100

const freshPlan = (mostAtOnce: number): DeliveryPlan => ({
  size: mostAtOnce,
  aside: [],
  retryAt: 0,
  failures: 0,
})

/** Earlier releases stored only a size, or null for the largest. */
export function readPlan(memo: string | null, mostAtOnce: number): DeliveryPlan {
  const kept: unknown = memo === null ? null : JSON.parse(memo)
  const size = typeof kept === 'number' ? kept : mostAtOnce
  const plan = typeof kept === 'object' && kept !== null ? (kept as DeliveryPlan) : { ...freshPlan(size) }
  return { ...plan, size: Math.max(1, Math.min(plan.size, mostAtOnce)) }
}

export const writePlan = (plan: DeliveryPlan): string => JSON.stringify(plan)

/**
 * Each transaction contains twice as many claims as the previous one, up to the maximum. If a claim that was put aside
 * succeeds, the next one is tried immediately.
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

/** Halves the size. A single claim that fails is put aside, so that it blocks no other. */
export function afterFailure(plan: DeliveryPlan, tried: readonly number[], now: Instant): NextDelivery {
  if (isRetry(plan, tried)) return { plan: putAside(plan, tried, now), dueAt: now }
  if (tried.length > 1) {
    return {
      plan: { ...plan, size: Math.min(plan.size, Math.floor(tried.length / 2)) },
      dueAt: now + RETRY_DELAY_MS,
    }
  }
  // If one claim after the other fails, each further one waits longer.
  const pauseMs = Math.min(RETRY_DELAY_MS * 2 ** Math.min(plan.failures, 10), ASIDE_DELAY_MS)
  const without = putAside(plan, tried, now)
  return { plan: { ...without, size: 1, failures: plan.failures + 1 }, dueAt: now + pauseMs }
}

const isRetry = ({ aside }: DeliveryPlan, tried: readonly number[]): boolean =>
  tried.some((sequence) => aside.includes(sequence))

/** Adds claims to the end of those that are aside. The first of them is retried after a while. */
export function putAside(plan: DeliveryPlan, sequences: readonly number[], now: Instant): DeliveryPlan {
  const aside = [...plan.aside.filter((sequence) => !sequences.includes(sequence)), ...sequences]
  return { ...plan, aside: aside.length > MOST_ASIDE ? [] : aside, retryAt: now + ASIDE_DELAY_MS }
}

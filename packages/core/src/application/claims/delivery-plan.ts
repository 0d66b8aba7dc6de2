import { doublingDelayMs, type Instant } from '../../domain/instant.ts'

/** How a drop's deliveries continue. Stored with their job. */
export interface DeliveryPlan {
  /** The largest number of claims in the next transaction. */
  readonly size: number
  /** Claims that failed alone. The others continue without them, and each is retried by itself. */
  readonly aside: readonly number[]
  /** The last of those that no longer fit into `aside`: all undelivered claims up to this one are retried in the same way. */
  readonly passed?: number
  /** The claim that was retried last. The next retry is of the next one by sequence, and of the first one after the last. */
  readonly retried?: number
  /** When the next of those is retried. */
  readonly retryAt: Instant
  /** The number of claims that failed alone since one succeeded, without those that can never be delivered. */
  readonly failures: number
  /** Why the last delivery failed that the chain refused. */
  readonly reason?: string
  /** The number of runs in a row in which the chain could not prepare the next claims, or rejected the key of their vouchers. */
  readonly unprepared?: number
  /** The used nonces of claims that are not confirmed, and since when they are seen used. */
  readonly seen?: readonly (readonly [nonce: number, since: Instant])[]
  /** Since when the chain has not shown the vault, on a cancelled or deleted drop. */
  readonly goneSince?: Instant
}

/** A plan, and when to continue. */
export interface NextDelivery {
  readonly plan: DeliveryPlan
  readonly dueAt: Instant
}

const RETRY_DELAY_MS = 500
const ASIDE_DELAY_MS = 10_000
/** The plan is written with each run, so it names no more claims than this. */
const MOST_ASIDE = 100

const freshPlan = (mostAtOnce: number): DeliveryPlan => ({
  size: mostAtOnce,
  aside: [],
  retryAt: 0,
  failures: 0,
})

/** Earlier releases stored only a size, or null for the largest. */
export function readPlan(memo: string | null, mostAtOnce: number): DeliveryPlan {
  const stored: unknown = memo === null ? null : JSON.parse(memo)
  const size = typeof stored === 'number' ? stored : mostAtOnce
  const plan =
    typeof stored === 'object' && stored !== null ? (stored as DeliveryPlan) : { ...freshPlan(size) }
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
    ? {
        ...plan,
        aside: plan.aside.filter((sequence) => !delivered.includes(sequence)),
        ...retriedIn(delivered),
        retryAt: now,
      }
    : { ...plan, size: Math.min(2 * plan.size, mostAtOnce) }
  return { plan: { ...next, failures: 0 }, dueAt: now }
}

/**
 * Halves the size. A single claim that fails is put aside, so that it blocks no other. `isFinal`: it can never be delivered,
 * so the others may be.
 */
export function afterFailure(
  plan: DeliveryPlan,
  tried: readonly number[],
  now: Instant,
  isFinal = false,
): NextDelivery {
  if (isRetry(plan, tried)) return { plan: putAside(plan, tried, now), dueAt: now }
  if (tried.length > 1) {
    return {
      plan: { ...plan, size: Math.min(plan.size, Math.floor(tried.length / 2)) },
      dueAt: now + RETRY_DELAY_MS,
    }
  }
  const without = putAside(plan, tried, now)
  if (isFinal) return { plan: { ...without, size: 1 }, dueAt: now + RETRY_DELAY_MS }
  // If one claim after the other fails, each further one waits longer, because the vault may be the cause.
  const pauseMs = doublingDelayMs(RETRY_DELAY_MS, plan.failures, ASIDE_DELAY_MS)
  return { plan: { ...without, size: 1, failures: plan.failures + 1 }, dueAt: now + pauseMs }
}

/** Whether this is the retry of a claim that was put aside. */
export const isRetry = ({ aside, passed = 0 }: DeliveryPlan, tried: readonly number[]): boolean =>
  tried.length === 1 && tried.every((sequence) => sequence <= passed || aside.includes(sequence))

const retriedIn = ([sequence]: readonly number[]): Pick<DeliveryPlan, 'retried'> =>
  sequence === undefined ? {} : { retried: sequence }

/**
 * Puts claims aside, or puts off one that is aside until its next turn. If more are aside than the plan names, it keeps the
 * last of the others, so that none is forgotten and retried together with new claims.
 */
export function putAside(plan: DeliveryPlan, sequences: readonly number[], now: Instant): DeliveryPlan {
  const { passed = 0 } = plan
  const isAgain = isRetry(plan, sequences)
  const isFirst = passed === 0 && plan.aside.length === 0
  const all = [...new Set([...plan.aside, ...sequences])]
    .filter((sequence) => sequence > passed)
    .toSorted((one, other) => one - other)
  const last = all.at(-MOST_ASIDE - 1)
  return {
    ...plan,
    aside: all.slice(-MOST_ASIDE),
    ...(last === undefined ? {} : { passed: last }),
    ...(isAgain ? retriedIn(sequences) : {}),
    // Further claims do not delay the retry of those that wait already.
    retryAt: isAgain || isFirst ? now + ASIDE_DELAY_MS : plan.retryAt,
  }
}

import type { WebhookId } from '../../domain/ids.ts'
import { doublingDelayMs, type Instant } from '../../domain/instant.ts'
import { circuitOf, type Webhook } from '../../domain/webhook.ts'
import type { DeliveryAdmission } from '../../ports/index.ts'
import { createFairShares, type FairShares } from '../job-turns.ts'

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
  /** The number of runs in a row in which the chain could not prepare the next claims. */
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

/** Running attempts whose receivers are still within the prompt time. */
const MOST_PROMPT = 200
/** An attempt that takes longer than this is not prompt. */
const PROMPT_MS = 2_000
/** All running attempts, so that silent receivers cannot use up a server's sockets. */
const MOST_IN_FLIGHT = 2_000
/** All running attempts to one host. */
const MOST_PER_HOST = 32
/** All running attempts to webhooks with an open circuit, so that the other slots stay free for working receivers. */
const MOST_TO_OPEN_CIRCUITS = 100
/** The largest number of running attempts of one webhook. */
export const MOST_PER_WEBHOOK = 10

/** See `createFairShares`. */
const SHARE_OF_ALL = 1 / 8
const SHARE_OF_PROMPT = 1 / 3
const SHARE_OF_HOST = 2 / 3
const SHARE_OF_OPEN_CIRCUITS = 1 / 8

interface Attempt {
  readonly webhook: Pick<Webhook, 'id' | 'ownerId' | 'url'>
  readonly startedAt: Instant
  /** Whether the circuit of its webhook was open when the attempt started. */
  readonly isToOpen: boolean
}

export interface DeliverySlots {
  /** How many attempts may start now, over all owners. */
  room(now: Instant): number
  /** The number of running attempts of each webhook. */
  underWay(): ReadonlyMap<WebhookId, number>
  /** Decides which due deliveries to start in addition to the running ones. */
  admission(now: Instant): DeliveryAdmission
  /** Starts an attempt. Call the returned function at its end. */
  start(webhook: Webhook, now: Instant): () => void
}

/** Shares the running attempts among owners and hosts, so that slow receivers of one owner do not delay those of others. */
export function createDeliverySlots(): DeliverySlots {
  const attempts = new Set<Attempt>()
  const promptAt = (now: Instant) => [...attempts].filter(({ startedAt }) => now - startedAt < PROMPT_MS)

  return {
    room: (now) => Math.min(MOST_PROMPT - promptAt(now).length, MOST_IN_FLIGHT - attempts.size),
    underWay() {
      const counts = new Map<WebhookId, number>()
      for (const { webhook } of attempts) counts.set(webhook.id, (counts.get(webhook.id) ?? 0) + 1)
      return counts
    },
    admission(now) {
      const use = countUse(attempts, now)
      return {
        hasRoom: use.hasRoom,
        choose: (due) => roundRobin(due, use),
      }
    },
    start(webhook, now) {
      const { id, ownerId, url } = webhook
      const isToOpen = circuitOf(webhook, now) === 'OPEN'
      const attempt = { webhook: { id, ownerId, url }, startedAt: now, isToOpen }
      attempts.add(attempt)
      return () => void attempts.delete(attempt)
    },
  }
}

/** How the slots are used, including those that are being taken. */
interface Use {
  hasRoom(webhook: Webhook): boolean
  ofWebhook(webhook: Webhook): number
  ofOwner(webhook: Webhook): number
  take(webhook: Webhook): void
}

function countUse(attempts: Iterable<Attempt>, now: Instant): Use {
  const webhooks = new Map<WebhookId, number>()
  const all = createFairShares(MOST_IN_FLIGHT, SHARE_OF_ALL)
  const prompt = createFairShares(MOST_PROMPT, SHARE_OF_PROMPT)
  const toOpen = createFairShares(MOST_TO_OPEN_CIRCUITS, SHARE_OF_OPEN_CIRCUITS)
  const hosts = new Map<string, FairShares>()
  const hostOf = (url: string): FairShares => {
    const name = hostIn(url)
    const shares = hosts.get(name) ?? createFairShares(MOST_PER_HOST, SHARE_OF_HOST)
    hosts.set(name, shares)
    return shares
  }
  const count = ({ webhook, startedAt, isToOpen }: Attempt): void => {
    webhooks.set(webhook.id, (webhooks.get(webhook.id) ?? 0) + 1)
    const shares = [all, hostOf(webhook.url)]
    if (isToOpen) shares.push(toOpen)
    if (now - startedAt < PROMPT_MS) shares.push(prompt)
    for (const one of shares) one.add(webhook.ownerId)
  }
  for (const attempt of attempts) count(attempt)
  const isOpen = (webhook: Webhook) => circuitOf(webhook, now) === 'OPEN'
  const ofWebhook = ({ id }: Webhook) => webhooks.get(id) ?? 0
  return {
    ofWebhook,
    ofOwner: ({ ownerId }) => all.of(ownerId),
    hasRoom(webhook) {
      const isToOpen = isOpen(webhook)
      if (ofWebhook(webhook) >= (isToOpen ? 1 : MOST_PER_WEBHOOK)) return false
      const shares = [all, prompt, hostOf(webhook.url), ...(isToOpen ? [toOpen] : [])]
      return shares.every((one) => one.hasRoom(webhook.ownerId))
    },
    take: (webhook) => count({ webhook, startedAt: now, isToOpen: isOpen(webhook) }),
  }
}

/**
 * One delivery of each owner in turn, starting with the owners that have the fewest running, and of each of the owner's
 * webhooks in turn. Deliveries of one webhook stay in log order.
 */
function roundRobin<Due extends { readonly webhook: Webhook }>(
  due: readonly Due[],
  use: Use,
): readonly Due[] {
  let owners = [...Map.groupBy(due, ({ webhook }) => webhook.ownerId).values()]
    .toSorted(([one], [other]) => (one && other ? use.ofOwner(one.webhook) - use.ofOwner(other.webhook) : 0))
    .map((ofOwner) =>
      [...Map.groupBy(ofOwner, ({ webhook }) => webhook.id).values()].toSorted(([one], [other]) =>
        one && other ? use.ofWebhook(one.webhook) - use.ofWebhook(other.webhook) : 0,
      ),
    )
  const chosen: Due[] = []
  while (owners.length > 0) {
    owners = owners.filter((webhooks) => {
      for (let queue = webhooks.shift(); queue; queue = webhooks.shift()) {
        const [first, ...rest] = queue
        if (!first || !use.hasRoom(first.webhook)) continue
        use.take(first.webhook)
        chosen.push(first)
        webhooks.push(rest)
        return true
      }
      return false
    })
  }
  return chosen
}

/**
 * Includes the port: another port is another receiver. Leaves out the user and the dot that may end a name, because they do
 * not change the receiver.
 */
const hostIn = (url: string): string => {
  const [, name = url, port = ''] = /^[^:]*:\/\/(?:[^/?#@]*@)?(\[[^\]]*\]|[^/?#:]*)(:\d+)?/.exec(url) ?? []
  return `${name.toLowerCase().replace(/\.$/, '')}${port}`
}

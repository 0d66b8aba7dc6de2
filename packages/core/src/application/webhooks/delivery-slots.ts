import type { WebhookId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import { circuitOf, type Webhook } from '../../domain/webhook.ts'
import type { DeliveryAdmission } from '../../ports/index.ts'
import { createFairShares, type FairShares } from '../job-turns.ts'

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

import { isIPv6 } from 'node:net'
import type { Caller } from '@dropkit/core'
import { isPublicCaller } from '@dropkit/core/internal'
import type { RateRefusal } from './limits.ts'

/** The two shares that a request uses: that of its user, or of all anonymous callers at its address, and that of its address. */
export type Party = readonly Share[]

interface Share {
  readonly key: string
  /** Whose share it is, for the message: "this user". */
  readonly of: string
  /** How many times the limit of one user may be used in it. */
  readonly times: number
}

/** The client that waits for an answer. */
export interface Receiver {
  hasGone(): boolean
  /** Calls `act` when the client goes, unless the returned function is called before. */
  onGone(act: () => void): () => void
}

const SHARES_OF_ADDRESS = 2

/**
 * Callers that are not known (null), anonymous visitors and the claimers with a publishable key share what their address may
 * use, because anyone can become one of them.
 */
export function partyOf(caller: Caller | null, address: string): Party {
  const of = userOf(caller) ? 'this user' : 'anonymous callers at this address'
  return [
    { key: ownerOfCaller(caller, address), of, times: 1 },
    { key: `address/${networkOf(address)}`, of: 'this address', times: SHARES_OF_ADDRESS },
  ]
}

/** The user whose own share a caller uses; null if it uses that of its address. */
const userOf = (caller: Caller | null): Caller['user'] | null =>
  caller === null || isPublicCaller(caller) ? null : caller.user

/** The key by which a caller takes turns with others: that of the first share of its party. */
export function ownerOfCaller(caller: Caller | null, address: string): string {
  const user = userOf(caller)
  return user ? `user/${user.id}` : `open/${networkOf(address)}`
}

/** The key by which a party takes turns with others. */
export const ownerOf = ([first]: Party): string => first?.key ?? ''

export interface AtOnceLimit {
  /** Why the party may not use that much more; undefined if it may. It may later, when its other requests have ended. */
  refusal(party: Party, amount: number): (RateRefusal & { readonly retryable: true }) | undefined
  /** Adds to what the party uses until the returned function is called, even if it is too much. */
  add(party: Party, amount: number): () => void
  /** Waits until the party may use that much more, or until the client has gone, and then adds it. */
  addWhenFree(party: Party, amount: number, receiver: Receiver): Promise<() => void>
}

const RETRY_MS = 1_000

/**
 * Limits what the requests of a user, and of an address, use at the same time.
 *
 * @param options.limit The name of the limit in the refusal.
 * @param options.value How much one user may use.
 * @param options.unit What is counted, for the message: "bytes of …".
 */
export function createAtOnceLimit({
  limit,
  value,
  unit,
}: {
  readonly limit: string
  readonly value: number
  readonly unit: string
}): AtOnceLimit {
  const used = new Map<string, number>()
  /** What waits for each share, in order. */
  const waiting = new Map<string, Set<() => void>>()

  const excess = (party: Party, amount: number) =>
    party.find(({ key, times }) => (used.get(key) ?? 0) + amount > value * times)

  function change(key: string, by: number): void {
    const now = (used.get(key) ?? 0) + by
    if (now > 0) used.set(key, now)
    else used.delete(key)
  }

  function wait(key: string, receiver: Receiver): Promise<void> {
    return new Promise((resolve) => {
      const queue = waiting.get(key) ?? new Set()
      waiting.set(key, queue)
      const goOn = () => {
        queue.delete(goOn)
        if (queue.size === 0 && waiting.get(key) === queue) waiting.delete(key)
        forget()
        resolve()
      }
      queue.add(goOn)
      const forget = receiver.onGone(goOn)
    })
  }

  /** Continues the first one that waits for this share. It looks again whether there is room. */
  function wake(key: string): void {
    const [first] = waiting.get(key) ?? []
    first?.()
  }

  function add(party: Party, amount: number): () => void {
    for (const { key } of party) change(key, amount)
    // There may be room for the next one, too.
    for (const { key } of party) wake(key)
    let hasEnded = false
    return () => {
      if (hasEnded) return
      hasEnded = true
      for (const { key } of party) change(key, -amount)
      for (const { key } of party) wake(key)
    }
  }

  return {
    add,
    refusal(party, amount) {
      const found = excess(party, amount)
      if (!found) return undefined
      const most = value * found.times
      const asked = (used.get(found.key) ?? 0) + amount
      const message = `At most ${most} ${unit} may be in progress at the same time for ${found.of}; ${asked} were asked for`
      return { message, limit, value: most, asked, retryAfterMs: RETRY_MS, retryable: true }
    },
    async addWhenFree(party, amount, receiver) {
      let wokenFor: string | undefined
      for (;;) {
        const full = excess(party, amount)
        if (!full || receiver.hasGone()) return add(party, amount)
        // The room in one share is of no use while the other one is full. The next one may use it.
        if (wokenFor !== undefined && wokenFor !== full.key) wake(wokenFor)
        await wait(full.key, receiver)
        wokenFor = full.key
      }
    },
  }
}

const MAPPED = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i

/**
 * The network that counts as one address. For IPv6 these are the first 64 bits, because one client usually controls a whole
 * /64. A connection that was reset has no address any more.
 */
export function networkOf(address: string | undefined): string {
  // Node's `isIPv6` takes microseconds, and most addresses are IPv4.
  if (!address?.includes(':')) return address ?? ''
  const [bare = ''] = address.split('%', 1)
  const mapped = MAPPED.exec(bare)?.[1]
  if (mapped !== undefined) return mapped
  if (!isIPv6(bare)) return bare
  const [before = '', after] = bare.toLowerCase().split('::')
  const head = before === '' ? [] : before.split(':')
  const tail = after?.split(':') ?? []
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0')
  return `${[...head, ...zeros, ...tail].slice(0, 4).join(':')}::/64`
}

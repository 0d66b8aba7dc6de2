import type { Address } from '../../domain/address.ts'
import type { Instant } from '../../domain/instant.ts'
import type { Ports } from '../../ports/index.ts'
import { cursorOf, readPosition } from '../chain/watch-position.ts'

/** This long after a nonce was used, every node shows the event. */
export const STRANGER_GRACE_MS = 10 * 60_000

const EVENTS_AT_ONCE = 500

/**
 * Returns which of these used nonces of a vault paid no claim of the service. The watcher (`watch_chain`) has read the
 * chain's events for this vault up to its cursor and has confirmed each claim that one of them proves. If no event after
 * the cursor explains a used nonce, a stranger used it, perhaps before there was a claim with this sequence. Empty while
 * this is unknown: the chain does not answer, or the watcher is behind. Call this only for claims whose nonce was seen used
 * `STRANGER_GRACE_MS` ago, and check under the lock that they are not confirmed.
 */
export async function strangerNonces(
  ports: Pick<Ports, 'chain' | 'jobs'>,
  dropObjectId: Address,
  used: readonly number[],
): Promise<ReadonlySet<number>> {
  if (used.length === 0) return new Set()
  const position = readPosition(await ports.jobs.memoOf('watch_chain', 'chain'))
  const cursor = cursorOf(position, dropObjectId)
  const answer = await ports.chain.claimsAfter(cursor, EVENTS_AT_ONCE)
  if (!answer.ok || answer.value.claims.length >= EVENTS_AT_ONCE) return new Set()
  const unread = new Set(
    answer.value.claims.filter((event) => event.dropObjectId === dropObjectId).map(({ nonce }) => nonce),
  )
  return new Set(used.filter((nonce) => !unread.has(nonce)))
}

/** When nonces of unconfirmed claims were first seen used, by sequence. Stored with the job that saw them. */
export type Sightings = ReadonlyMap<number, Instant>

export function readSightings(memo: string | null): Sightings {
  return new Map(memo === null ? [] : (JSON.parse(memo) as [number, Instant][]))
}

export const writeSightings = (sightings: Sightings): string | null =>
  sightings.size === 0 ? null : JSON.stringify([...sightings])

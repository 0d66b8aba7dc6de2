import type { Instant } from '../domain/instant.ts'

/** A lease that ends later than this many lease times from now was written by a server with a wrong clock. */
export const LONGEST_LEASES = 2

/** Whether a lease is valid, if leases last `leaseMs`. */
export const isLeased = (until: Instant | null, now: Instant, leaseMs: number): until is Instant =>
  until !== null && until > now && until <= now + LONGEST_LEASES * leaseMs

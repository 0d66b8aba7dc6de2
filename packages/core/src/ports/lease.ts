import type { Instant } from '../domain/instant.ts'

/** A lease that ends more than so many leases from now was written by a server whose clock was wrong. */
export const LONGEST_LEASES = 2

/** Whether a lease is held until that instant, where leases last `leaseMs`. */
export const isLeased = (until: Instant | null, now: Instant, leaseMs: number): until is Instant =>
  until !== null && until > now && until <= now + LONGEST_LEASES * leaseMs

/** What every method of a store throws when the database cannot be reached, or not in time. */
export interface StoreUnavailable extends Error {
  readonly name: 'StoreUnavailable'
  /** Whether a retry may succeed by itself. */
  readonly retryable: boolean
}

/** Known by its name, for each adapter has a class of its own. */
export const isStoreUnavailable = (fault: unknown): fault is StoreUnavailable =>
  fault instanceof Error && fault.name === 'StoreUnavailable'

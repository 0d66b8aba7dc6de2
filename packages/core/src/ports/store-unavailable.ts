/** Thrown by every method of a store if the database cannot be reached in time. */
export interface StoreUnavailable extends Error {
  readonly name: 'StoreUnavailable'
  /** Whether a retry may succeed. */
  readonly retryable: boolean
}

/** Recognizes the error by its name, because each adapter has its own class. */
export const isStoreUnavailable = (fault: unknown): fault is StoreUnavailable =>
  fault instanceof Error && fault.name === 'StoreUnavailable'

/** Monotonic elapsed time. A change of the service's clock does not affect it. */
export interface Stopwatch {
  /** Milliseconds since an arbitrary moment. Only the difference between two readings means anything. */
  elapsedMs(): number
}

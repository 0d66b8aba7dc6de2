import type { Latency } from './load-plan.ts'

/** Keeps every latency as it was: nothing is rounded into buckets, and a run has a few million at most. */
export class Latencies {
  #values = new Float64Array(65_536)
  #count = 0

  get count(): number {
    return this.#count
  }

  add(ms: number): void {
    if (this.#count === this.#values.length) {
      const larger = new Float64Array(this.#count * 2)
      larger.set(this.#values)
      this.#values = larger
    }
    this.#values[this.#count++] = ms
  }

  summary(): Latency {
    const sorted = this.#values.slice(0, this.#count).sort()
    /** The smallest that so large a part is no slower than; 0 where there is none. */
    const quantile = (part: number) => sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)] ?? 0
    return {
      p50: quantile(0.5),
      p90: quantile(0.9),
      p99: quantile(0.99),
      p999: quantile(0.999),
      max: quantile(1),
    }
  }
}

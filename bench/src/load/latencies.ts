import type { Latency } from './load-plan.ts'

/** Stores every latency exactly. A run has at most a few million, so no histogram is needed. */
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
    /** The smallest latency that this fraction of requests does not exceed. 0 if there are none. */
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

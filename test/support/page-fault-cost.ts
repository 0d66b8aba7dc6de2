import { performance } from 'node:perf_hooks'

const PAGE_BYTES = 4096
const TOUCHED_BYTES = 64 * 1024 * 1024

/**
 * The microseconds that this machine needs for the first write to a page of memory. It is less than 1 on hardware, and
 * about 16 in a virtual machine that keeps its page tables in software. A new process of a browser writes to tens of
 * thousands of pages, so how quickly it shows a page says little there.
 */
export function pageFaultMicroseconds(): number {
  const touch = (): number => {
    const memory = Buffer.alloc(TOUCHED_BYTES)
    const startedAt = performance.now()
    for (let place = 0; place < TOUCHED_BYTES; place += PAGE_BYTES) memory[place] = 1
    return ((performance.now() - startedAt) * 1000) / (TOUCHED_BYTES / PAGE_BYTES)
  }
  return Math.min(touch(), touch(), touch())
}

import { performance } from 'node:perf_hooks'

const PAGE_BYTES = 4096
const TOUCHED_PAGES = 16_384
/** What the first write to a page of memory costs at most on hardware. */
const USUAL_MICROSECONDS = 1

/**
 * The milliseconds by which this machine is slower at the first write to this many pages of memory than hardware is. A
 * virtual machine that keeps its page tables in software needs about 16 µs for each; there, new memory takes most of the
 * time of a program that starts.
 */
export function dearerMemoryMs(pages: number): number {
  return (pages * Math.max(0, pageFaultMicroseconds() - USUAL_MICROSECONDS)) / 1000
}

export const pagesOf = (bytes: number): number => bytes / PAGE_BYTES

function pageFaultMicroseconds(): number {
  const touch = (): number => {
    const memory = Buffer.alloc(TOUCHED_PAGES * PAGE_BYTES)
    const startedAt = performance.now()
    for (let place = 0; place < memory.length; place += PAGE_BYTES) memory[place] = 1
    return ((performance.now() - startedAt) * 1000) / TOUCHED_PAGES
  }
  return Math.min(touch(), touch(), touch())
}

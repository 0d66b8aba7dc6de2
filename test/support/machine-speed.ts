import { performance } from 'node:perf_hooks'

const ROWS = 2_000
const ROUNDS = 20
/** The CPU time that `work` takes on usual hardware, in milliseconds. */
const USUAL_MS = 30

/**
 * How many times the CPU time of usual hardware this machine needs at this moment for work of a server: reading JSON,
 * creating objects and writing JSON. At least 1. Limits of CPU time are for usual hardware; multiply them by this.
 */
export function slowdownOfMachine(): number {
  const text = JSON.stringify(
    Array.from({ length: ROWS }, (_, n) => ({
      id: `claim_${n}`,
      wallet: `0x${'0'.repeat(58)}${n}`,
      amount: n,
    })),
  )
  const times = Array.from({ length: 3 }, () => work(text))
  return Math.max(1, Math.min(...times) / USUAL_MS)
}

function work(text: string): number {
  const begun = process.threadCpuUsage()
  for (let round = 0; round < ROUNDS; round++) {
    const rows = JSON.parse(text) as { amount: number }[]
    JSON.stringify(rows.map((row) => ({ ...row, amount: String(row.amount) })))
  }
  const { user, system } = process.threadCpuUsage(begun)
  return (user + system) / 1_000
}

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

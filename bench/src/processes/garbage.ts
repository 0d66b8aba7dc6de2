const COLLECTION = /\[\d+:(\S+)\]\s+\d+ ms: [^\n]*?(\d+\.\d+) \(\d+\.\d+\) -> (\d+\.\d+) \(/g
const MEGABYTE = 1024 * 1024

/**
 * The bytes that the JavaScript heaps of a process allocated between the first and the last garbage collection, according
 * to Node's `--trace-gc` output: the sum of the growth of each heap between two collections. Each thread has its own heap.
 */
export const allocatedBytes = (output: string): number => {
  const left = new Map<string, number>()
  let megabytes = 0
  for (const [, heap = '', found, kept] of output.matchAll(COLLECTION)) {
    const before = left.get(heap)
    if (before !== undefined) megabytes += Number(found) - before
    left.set(heap, Number(kept))
  }
  return megabytes * MEGABYTE
}

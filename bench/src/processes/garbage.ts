const COLLECTION = /\[\d+:(\S+)\]\s+\d+ ms: [^\n]*?(\d+\.\d+) \(\d+\.\d+\) -> (\d+\.\d+) \(/g
const MEGABYTE = 1024 * 1024

/**
 * Bytes that the JavaScript heaps of a process allocated between its first and its last collection, by the lines that
 * Node prints with `--trace-gc`: each heap grows from what one collection left to what the next one finds. Each thread
 * has a heap of its own.
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

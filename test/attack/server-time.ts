// How long a server works on something: not how long it takes, which on a busy machine says how busy that is.
import { readFileSync } from 'node:fs'

/**
 * The milliseconds that a process's own thread has had the processor for. Where that cannot be read (only Linux tells
 * it to others), the clock's.
 */
export function workedMs(processId: number): number {
  try {
    const [onProcessorNs] = readFileSync(`/proc/${processId}/schedstat`, 'utf8').split(' ')
    return Number(onProcessorNs) / 1e6
  } catch {
    return performance.now()
  }
}

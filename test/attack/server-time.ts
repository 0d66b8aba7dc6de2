// Measures how long a server works on something, in CPU time, because wall-clock time depends on the load of the machine.
import { readFileSync } from 'node:fs'

/**
 * The CPU time of a process's main thread in milliseconds. Outside Linux, where other processes cannot read it, the
 * wall-clock time.
 */
export function workedMs(processId: number): number {
  try {
    const [onProcessorNs] = readFileSync(`/proc/${processId}/schedstat`, 'utf8').split(' ')
    return Number(onProcessorNs) / 1e6
  } catch {
    return performance.now()
  }
}

import { readFileSync } from 'node:fs'

/** The resident memory of a process, in bytes. */
export interface Memory {
  readonly resident: number
  /** Anonymous memory: heaps, stacks, buffers. */
  readonly anonymous: number
  /** Pages of files, which the system can reclaim: the program, and the mapped part of a database. */
  readonly ofFiles: number
}

/** Reads proc_pid_status(5), which only exists on Linux. */
export const memoryOf = (pid: number): Memory => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const bytes = (name: string): number => {
    const kilobytes = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]
    if (kilobytes === undefined) throw new Error(`the machine does not say ${name} of ${pid}`)
    return Number(kilobytes) * 1024
  }
  return {
    resident: bytes('VmRSS'),
    anonymous: bytes('RssAnon'),
    ofFiles: bytes('RssFile') + bytes('RssShmem'),
  }
}

export interface MemoryWatch {
  /** Stops and returns the largest and the last reading. */
  stop(): { readonly peak: Memory; readonly end: Memory }
}

const LOOK_EVERY_MS = 50

/** Reads the memory of a process periodically from now on. */
export const watchMemory = (pid: number): MemoryWatch => {
  let peak = memoryOf(pid)
  const look = () => {
    const now = memoryOf(pid)
    if (now.resident > peak.resident) peak = now
    return now
  }
  const timer = setInterval(look, LOOK_EVERY_MS)
  return {
    stop() {
      clearInterval(timer)
      const end = look()
      return { peak, end }
    },
  }
}

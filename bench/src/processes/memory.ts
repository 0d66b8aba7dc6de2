import { readFileSync } from 'node:fs'

/** What a process has in memory, in bytes. */
export interface Memory {
  readonly resident: number
  /** Its own: heaps, stacks, buffers. */
  readonly anonymous: number
  /** Pages of files, which the machine can take back: its program, and what it maps of a database. */
  readonly ofFiles: number
}

/** By Linux's own books (proc_pid_status(5)); there is no such thing elsewhere. */
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
  /** Ends it: where the process had most at one moment, and what it has now. */
  stop(): { readonly peak: Memory; readonly end: Memory }
}

const LOOK_EVERY_MS = 50

/** Looks at a process again and again, from now on. */
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

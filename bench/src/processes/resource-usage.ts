import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { withClient } from '../../../test/support/postgres-client.ts'

interface PostgresUsage {
  /** The CPU seconds of the running Postgres processes. Undefined if Postgres runs on another machine. */
  readonly cpuSeconds: number | undefined
  /** The bytes of write-ahead log since the database server was created. */
  readonly walBytes: number
}

/** The resources that a Postgres server has used so far. */
export const postgresUsage = (url: string): Promise<PostgresUsage> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ pid: number; wal: string }>(
      "select pid, pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as wal from pg_stat_activity where pid <> pg_backend_pid()",
    )
    const seconds = rows.map(({ pid }) => secondsOf(pid))
    const isHere = seconds.some((one) => one !== undefined)
    return {
      cpuSeconds: isHere ? seconds.reduce<number>((sum, one) => sum + (one ?? 0), 0) : undefined,
      walBytes: Number(rows[0]?.wal ?? 0),
    }
  })

/** The process may have ended, or the id may belong to another machine. */
const secondsOf = (pid: number): number | undefined => {
  try {
    return cpuSecondsOf(pid)
  } catch {
    return undefined
  }
}

const COLLECTION = /\[\d+:(\S+)\]\s+\d+ ms: [^\n]*?(\d+\.\d+) \(\d+\.\d+\) -> (\d+\.\d+) \(/g
const MEGABYTE = 1024 * 1024

/**
 * The bytes that the JavaScript heaps of a process allocated between the first and the last garbage collection, according
 * to Node's `--trace-gc` output: the sum of the growth of each heap between two collections. Each thread has its own heap.
 */
export const allocatedBytes = (output: string): number => {
  const left = new Map<string, number>()
  let megabytes = 0
  for (const [, heap = '', found, remaining] of output.matchAll(COLLECTION)) {
    const before = left.get(heap)
    if (before !== undefined) megabytes += Number(found) - before
    left.set(heap, Number(remaining))
  }
  return megabytes * MEGABYTE
}

let ticksPerSecond: number | undefined

/** The CPU seconds that a process has used so far. Undefined except on Linux. */
export const cpuSecondsOf = (pid: number): number | undefined => {
  if (process.platform !== 'linux') return undefined
  ticksPerSecond ??= Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))
  // The name in parentheses may contain any character, so parsing starts after it, at field 3. utime and stime are fields
  // 14 and 15.
  const [, after = ''] = /\)\s(.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
  const fields = after.split(' ')
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
}

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

interface MemoryWatch {
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

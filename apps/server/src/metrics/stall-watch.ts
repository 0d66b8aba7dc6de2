import type { Log } from '@dropkit/core'
import { Gauge, type Registry } from 'prom-client'

/** The interval at which the event loop is measured. */
const LOOK_MS = 10
/** Longer stalls are logged. */
const LOGGED_MS = 250
const IDLE = 'none'
const CLOCKS = ['wall', 'cpu'] as const

interface Stall {
  readonly ms: number
  readonly operation: string
}
const NO_STALL: Stall = { ms: 0, operation: IDLE }

/** The longest stall by each clock alone, because a short stall can take more processor time than a long one. */
interface Longest {
  wall: Stall
  cpu: Stall
}

export interface StallWatch {
  /** Marks the begin of an operation. Call the returned function at its end. `name` must be one of a fixed set. */
  operationBegins(name: string): () => void
  stop(): void
}

/**
 * Measures how long the event loop was blocked, and during which operation. The metric shows the longest stalls of the last
 * `windowMs`, however often it is read. With a `windowMs` of 0, it shows those since it was last read.
 */
export function watchStalls(registry: Registry, log: Log, windowMs: number): StallWatch {
  const longest = createWindow(windowMs)
  const loop = createLoop()

  new Gauge({
    name: 'dropkit_event_loop_longest_stall_seconds',
    aggregator: 'max',
    help: 'The longest time for which the event loop was blocked in the last STALL_WINDOW_MS, and the operation that ran then: by the clock, and by processor time of its thread. The two can be different stalls',
    labelNames: ['operation', 'clock'] as const,
    registers: [registry],
    collect() {
      this.reset()
      const found = longest.read()
      for (const clock of CLOCKS)
        this.set({ operation: found[clock].operation, clock }, found[clock].ms / 1_000)
    },
  })

  let lookedAt = performance.now()
  let usedMs = cpuMsOfThread()
  const timer = setInterval(() => {
    const now = performance.now()
    const cpu = cpuMsOfThread()
    const wallMs = Math.max(0, now - lookedAt - LOOK_MS)
    const cpuMs = Math.min(wallMs, cpu - usedMs)
    lookedAt = now
    usedMs = cpu
    const operation = loop.operationOfLongestGap()
    longest.add({ wall: { ms: wallMs, operation }, cpu: { ms: cpuMs, operation } }, now)
    if (cpuMs > LOGGED_MS) log.warn('the event loop was blocked', { operation, stallMs: Math.round(wallMs) })
  }, LOOK_MS)
  timer.unref()

  return {
    operationBegins: loop.begin,
    stop: () => clearInterval(timer),
  }
}

interface Running {
  readonly name: string
}

/**
 * Finds the operation of a stall. While the event loop is blocked, no operation begins or ends, so the stall is the longest
 * gap between such moments. Requests that arrived during a stall begin after it.
 */
function createLoop() {
  const running = new Set<Running>()
  let movedAt = performance.now()
  let gap = { ms: 0, operation: IDLE }

  /** `ended` is the operation that ends at this moment: it has run until now. */
  function move(ended?: Running): void {
    const now = performance.now()
    const ms = now - movedAt
    movedAt = now
    if (ms > gap.ms) gap = { ms, operation: (ended ?? [...running].at(-1))?.name ?? IDLE }
  }

  return {
    begin(name: string): () => void {
      move()
      const operation: Running = { name }
      running.add(operation)
      return () => {
        if (!running.has(operation)) return
        move(operation)
        running.delete(operation)
      }
    },
    /** The operation of the longest gap since the last call. If several ran, the one that ended it, or that began last. */
    operationOfLongestGap(): string {
      move()
      const { operation } = gap
      gap = { ms: 0, operation: IDLE }
      return operation
    },
  }
}

/** The window consists of parts, of which the oldest one is forgotten. */
const PARTS = 10

function createWindow(windowMs: number) {
  const parts: { readonly since: number; readonly longest: Longest }[] = []

  function merge(into: Longest, stalls: Longest): void {
    for (const clock of CLOCKS) if (stalls[clock].ms > into[clock].ms) into[clock] = stalls[clock]
  }

  return {
    add(stalls: Longest, now: number): void {
      const last = parts.at(-1)
      if (last && (windowMs === 0 || now - last.since < windowMs / PARTS)) merge(last.longest, stalls)
      else parts.push({ since: now, longest: { ...stalls } })
      // A part ends when the next one begins.
      while (parts[1] && parts[1].since <= now - windowMs) parts.shift()
    },
    read(): Longest {
      const found: Longest = { wall: NO_STALL, cpu: NO_STALL }
      for (const { longest } of parts) merge(found, longest)
      if (windowMs === 0) parts.length = 0
      return found
    },
  }
}

/** CPU time of this thread if Node can measure it, otherwise of the whole process. */
function cpuMsOfThread(): number {
  const { user, system } = process.threadCpuUsage?.() ?? process.cpuUsage()
  return (user + system) / 1_000
}

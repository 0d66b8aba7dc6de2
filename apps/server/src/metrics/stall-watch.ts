import type { Log } from '@dropkit/core'
import { Gauge, type Registry } from 'prom-client'

/** The interval at which the event loop is measured. */
const LOOK_MS = 10
/** Longer stalls are logged. */
const LOGGED_MS = 250
const IDLE = 'none'
const NO_STALL = { ms: 0, operation: IDLE }

export interface StallWatch {
  /** Marks the begin of an operation. Call the returned function at its end. `name` must be one of a fixed set. */
  operationBegins(name: string): () => void
  stop(): void
}

/** Measures how long the event loop was blocked, and during which operation. */
export function watchStalls(registry: Registry, log: Log): StallWatch {
  const running = new Map<symbol, string>()
  /** The operation that began last since the last measurement. It may have ended already. */
  let lastBegun = IDLE
  /** By each clock alone, because a short stall can take more processor time than a long one. */
  let longest = { wall: NO_STALL, cpu: NO_STALL }

  new Gauge({
    name: 'dropkit_event_loop_longest_stall_seconds',
    aggregator: 'max',
    help: 'The longest time for which the event loop was blocked since the last scrape, and the operation that ran then: by the clock, and by processor time of its thread. The two can be different stalls',
    labelNames: ['operation', 'clock'] as const,
    registers: [registry],
    collect() {
      this.reset()
      for (const clock of ['wall', 'cpu'] as const)
        this.set({ operation: longest[clock].operation, clock }, longest[clock].ms / 1_000)
      longest = { wall: NO_STALL, cpu: NO_STALL }
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
    const operation = lastBegun === IDLE ? ([...running.values()].at(-1) ?? IDLE) : lastBegun
    lastBegun = IDLE
    if (wallMs > longest.wall.ms) longest.wall = { ms: wallMs, operation }
    if (cpuMs > longest.cpu.ms) longest.cpu = { ms: cpuMs, operation }
    if (cpuMs > LOGGED_MS) log.warn('the event loop was blocked', { operation, stallMs: Math.round(wallMs) })
  }, LOOK_MS)
  timer.unref()

  return {
    operationBegins(name) {
      const key = Symbol(name)
      running.set(key, name)
      lastBegun = name
      return () => void running.delete(key)
    },
    stop: () => clearInterval(timer),
  }
}

/** CPU time of this thread if Node can measure it, otherwise of the whole process. */
function cpuMsOfThread(): number {
  const { user, system } = process.threadCpuUsage?.() ?? process.cpuUsage()
  return (user + system) / 1_000
}

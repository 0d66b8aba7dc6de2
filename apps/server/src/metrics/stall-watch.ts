import type { Log } from '@dropkit/core'
import { Gauge, type Registry } from 'prom-client'

/** How often the event loop is looked at. */
const LOOK_MS = 10
/** A stall of this length is told to the log. */
const LOGGED_MS = 250
const IDLE = 'none'

export interface StallWatch {
  /** Says that an operation begins; what it gives is called when the operation ends. `name` is one of ours. */
  operationBegins(name: string): () => void
  stop(): void
}

/** Measures how long the event loop was blocked, and says which operation ran then. */
export function watchStalls(registry: Registry, log: Log): StallWatch {
  const running = new Map<symbol, string>()
  /** The last one to begin since the last look: it may have ended already. */
  let lastBegun = IDLE
  let longest = { wallMs: 0, cpuMs: 0, operation: IDLE }

  new Gauge({
    name: 'dropkit_event_loop_longest_stall_seconds',
    aggregator: 'max',
    help: 'The longest time for which the event loop was blocked since the last scrape, by the operation that ran then; by the clock, and by processor time of its thread',
    labelNames: ['operation', 'clock'] as const,
    registers: [registry],
    collect() {
      this.reset()
      const { wallMs, cpuMs, operation } = longest
      this.set({ operation, clock: 'wall' }, wallMs / 1_000)
      this.set({ operation, clock: 'cpu' }, cpuMs / 1_000)
      longest = { wallMs: 0, cpuMs: 0, operation: IDLE }
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
    if (wallMs > longest.wallMs) longest = { wallMs, cpuMs, operation }
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

/** Processor time of this thread alone, where Node can tell it; of the whole process otherwise. */
function cpuMsOfThread(): number {
  const { user, system } = process.threadCpuUsage?.() ?? process.cpuUsage()
  return (user + system) / 1_000
}

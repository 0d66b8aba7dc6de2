import {
  type Clock,
  createDropkit,
  type Dropkit,
  type Instant,
  type Ports,
  type Settings,
} from '@dropkit/core'
import type { Chance } from './chance.ts'
import type { Faults } from './faults.ts'
import type { BugHooks } from './planted-bugs/planted-bugs.ts'
import type { Timeline } from './timeline.ts'
import type { Trace } from './trace.ts'
import type { Life } from './wires.ts'

/** The service in one life of a server. */
export interface Running {
  readonly life: Life
  readonly dropkit: Dropkit
  readonly ports: Ports
}

/** A server that crashes and starts again. A crash loses its memory. */
export interface SimulatedServer {
  readonly name: string
  /** Null while the server is down. */
  readonly running: Running | null
  start(): void
  crash(why: string): void
  /** Sets the error of its clock. */
  setSkew(ms: number): void
  stall(ms: number): void
  cutOff(ms: number): void
  /** Ends its faults. */
  heal(): void
}

export interface ServerParts {
  readonly name: string
  readonly timeline: Timeline
  readonly trace: Trace
  readonly faults: Faults
  readonly chance: Chance
  readonly settings: Partial<Settings>
  readonly plantedBug: BugHooks | undefined
  /** The ports of one life, behind connections that fail. */
  readonly portsFor: (life: Life, clock: Clock) => Ports
  /** Starts the background work of the service. */
  readonly keepGoing: (running: Running) => void
}

const LONGEST_OUTAGE_MS = 30_000
const SHORTEST_OUTAGE_MS = 200

export function createSimulatedServer(parts: ServerParts): SimulatedServer {
  const { name, timeline, trace, faults, chance, settings, plantedBug } = parts
  const assemble = plantedBug?.assemble ?? createDropkit
  let [lives, skewMs, stalledUntil, cutOffUntil]: [number, number, Instant, Instant] = [0, 0, 0, 0]
  let running: Running | null = null

  const clock: Clock = { now: () => timeline.now + skewMs }

  function newLife(): Life {
    const lifeName = `${name}.${++lives}`
    const onCrash: (() => void)[] = []
    let isAlive = true
    return {
      name: lifeName,
      get isAlive() {
        return isAlive
      },
      get stalledUntil() {
        return stalledUntil
      },
      get cutOffUntil() {
        return cutOffUntil
      },
      crash(why) {
        if (!isAlive) return
        isAlive = false
        running = null
        trace.note(lifeName, `dies ${why}`)
        for (const act of onCrash) act()
        const longest = faults.areOver ? SHORTEST_OUTAGE_MS : LONGEST_OUTAGE_MS
        timeline.after(chance.between(SHORTEST_OUTAGE_MS, longest), start)
      },
      onCrash: (act) => void onCrash.push(act),
    }
  }

  function start(): void {
    if (running) return
    const life = newLife()
    const laid = parts.portsFor(life, clock)
    const ports = plantedBug?.ports?.(laid) ?? laid
    running = { life, ports, dropkit: assemble(ports, settings) }
    trace.note(life.name, 'starts')
    parts.keepGoing(running)
  }

  return {
    name,
    get running() {
      return running
    },
    start,
    crash: (why) => running?.life.crash(why),
    setSkew(ms) {
      trace.note(name, `its clock is ${ms} ms off`)
      skewMs = ms
    },
    stall(ms) {
      trace.note(name, `stands still for ${ms} ms`)
      stalledUntil = timeline.now + ms
    },
    cutOff(ms) {
      trace.note(name, `is cut off for ${ms} ms`)
      cutOffUntil = timeline.now + ms
    },
    heal() {
      skewMs = 0
      stalledUntil = 0
      cutOffUntil = 0
    },
  }
}

import type { Clock, Instant, Log } from '@dropkit/core'

interface ClockSources {
  /** The clock of the operating system, in Unix milliseconds. It can be set at any moment. */
  readonly systemNow: () => Instant
  /** Milliseconds since an arbitrary moment. It is never set, but may stop while the machine is suspended. */
  readonly monotonicNow: () => number
  /** The database's clock, which all servers share. Null if the database is a file that one server uses. */
  readonly databaseNow: (() => Promise<Instant>) | null
}

export interface ClockView {
  /** How far the system clock is ahead of the service's time; negative if it is behind. */
  readonly systemAheadMs: number
  readonly isSystemWrong: boolean
  /** How far the reference is ahead while the service does not follow it yet; 0 while it follows. */
  readonly unfollowedMs: number
}

/**
 * The service's time. Between two measurements it follows the monotonic clock, so setting the system clock has no effect.
 * The reference is the database's clock, or the system clock if there is no shared database.
 */
export interface ServiceClock extends Clock {
  /** Compares the clocks and corrects the service's time. Call it about once a second. */
  measure(): Promise<void>
  view(): ClockView
}

/** A larger difference is a jump, which the service does not follow immediately. */
const JUMP_MS = 1_000
/** If the reference stays for this time where it jumped to, it was set on purpose, and the service follows it. */
const FOLLOWED_AFTER_MS = 60_000
/** A slower answer of the database is ignored, because it is too imprecise. */
const SLOWEST_ANSWER_MS = 1_000
const FIRST_MEASUREMENTS = 3

/** A reading of the reference: its offset from the monotonic clock, and the maximum error. */
interface Reading {
  readonly offsetMs: number
  readonly errorMs: number
}

interface Jump {
  readonly offsetMs: number
  readonly sinceMs: number
}

export async function openServiceClock(sources: ClockSources, log: Log): Promise<ServiceClock> {
  const { systemNow, monotonicNow, databaseNow } = sources
  const systemOffset = () => systemNow() - monotonicNow()

  /** Undefined if the database answers too slowly. */
  async function readReference(): Promise<Reading | undefined> {
    if (databaseNow === null) return { offsetMs: systemOffset(), errorMs: 0 }
    const askedMs = monotonicNow()
    const now = await databaseNow()
    const tookMs = monotonicNow() - askedMs
    if (tookMs > SLOWEST_ANSWER_MS) return undefined
    return { offsetMs: now - askedMs - tookMs / 2, errorMs: tookMs / 2 }
  }

  async function readFirst(): Promise<number> {
    const readings: Reading[] = []
    for (let n = 0; n < FIRST_MEASUREMENTS; n++) {
      const reading = await readReference()
      if (reading) readings.push(reading)
    }
    const [best] = readings.sort((one, other) => one.errorMs - other.errorMs)
    return best?.offsetMs ?? systemOffset()
  }

  let offsetMs = await readFirst()
  let systemOffsetMs = systemOffset()
  let jump: Jump | null = null
  let latest = 0
  let wasSystemWrong = false

  function follow(to: number): void {
    const byMs = Math.round(to - offsetMs)
    offsetMs = to
    jump = null
    // Without this, a correction backwards would stop the service's time until the clock has caught up.
    latest = 0
    log.warn('the time of the service was set to the reference clock', { byMs })
  }

  function correct({ offsetMs: measured, errorMs }: Reading): void {
    const differenceMs = measured - offsetMs
    const systemMovedMs = systemOffset() - systemOffsetMs
    systemOffsetMs = systemOffset()
    if (Math.abs(differenceMs) <= JUMP_MS + errorMs) {
      if (jump !== null) log.info('the reference clock is back where it was before it jumped')
      jump = null
      // Corrects only as much as is outside the error of the measurement.
      offsetMs = Math.min(Math.max(offsetMs, measured - errorMs), measured + errorMs)
      return
    }
    // If both clocks moved by the same amount, the machine was suspended and the monotonic clock stopped.
    if (databaseNow !== null && Math.abs(systemMovedMs - differenceMs) <= JUMP_MS) {
      follow(measured)
      return
    }
    if (jump === null || Math.abs(jump.offsetMs - measured) > JUMP_MS) {
      jump = { offsetMs: measured, sinceMs: monotonicNow() }
      log.warn('the reference clock has jumped; the service follows it only if it stays there', {
        byMs: Math.round(differenceMs),
        followedAfterMs: FOLLOWED_AFTER_MS,
      })
    } else if (monotonicNow() - jump.sinceMs >= FOLLOWED_AFTER_MS) follow(measured)
  }

  const systemAheadMs = () => Math.round(systemOffset() - offsetMs)

  const isSystemWrong = () => Math.abs(systemAheadMs()) > JUMP_MS

  function tellOfSystem(): void {
    const isWrong = isSystemWrong()
    if (isWrong === wasSystemWrong) return
    wasSystemWrong = isWrong
    if (isWrong)
      log.warn("the machine's clock differs from the time of the service, which does not follow it", {
        aheadMs: systemAheadMs(),
      })
    else log.info("the machine's clock agrees with the time of the service again")
  }
  tellOfSystem()

  return {
    now() {
      latest = Math.max(latest, Math.round(monotonicNow() + offsetMs))
      return latest
    },
    async measure() {
      const reading = await readReference()
      if (reading) correct(reading)
      tellOfSystem()
    },
    view: () => ({
      systemAheadMs: systemAheadMs(),
      isSystemWrong: isSystemWrong(),
      unfollowedMs: jump === null ? 0 : Math.round(jump.offsetMs - offsetMs),
    }),
  }
}

/** The clocks of this machine. Other code reads them directly only if it has no service clock. */
export const machineClocks: Pick<ClockSources, 'systemNow' | 'monotonicNow'> = {
  systemNow: () => Date.now(),
  monotonicNow: () => performance.now(),
}

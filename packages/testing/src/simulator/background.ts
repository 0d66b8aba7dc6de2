import { isStoreUnavailable } from '@dropkit/core'
import type { Chance } from './chance.ts'
import type { Running } from './simulated-server.ts'
import type { Timeline } from './timeline.ts'
import { Violation } from './violation.ts'

interface BackgroundParts {
  readonly timeline: Timeline
  readonly chance: Chance
  readonly fail: (violation: Violation) => void
}

/** The next round starts after this time, even if the current one has not ended. */
const LONGEST_WAIT_MS = 500
const MOST_ROUNDS_AT_ONCE = 4

/**
 * The background work of a server, as in `apps/server`: it looks for due jobs and deliveries, sooner again after it has
 * found some.
 */
export function keepGoing(running: Running, { timeline, chance, fail }: BackgroundParts): void {
  const { life, dropkit } = running
  const idleMs = chance.pick([3_000, 6_000, 10_000])

  function tolerate(fault: unknown): void {
    if (!isStoreUnavailable(fault))
      fail(new Violation('the background work only fails with its store', String(fault)))
  }

  async function repeat(look: () => Promise<number>, atOnce: number): Promise<void> {
    let underWay = 0
    while (life.isAlive) {
      let found = 0
      if (underWay < atOnce) {
        underWay++
        const round = look()
          .then((count) => {
            found = count
          })
          .catch(tolerate)
          .finally(() => {
            underWay--
          })
        await Promise.race([round, timeline.pause(LONGEST_WAIT_MS)])
      }
      await timeline.pause(found > 0 ? chance.between(50, idleMs) : idleMs + chance.between(0, idleMs))
    }
  }

  async function begin(): Promise<void> {
    await dropkit.requestStandingJobs()
    void repeat(dropkit.runDueJobs, MOST_ROUNDS_AT_ONCE)
    void repeat(dropkit.deliverWebhooks, 1)
  }
  // A server that cannot request its standing jobs does not start, and is started again.
  begin().catch((fault) => {
    tolerate(fault)
    life.crash('at its start')
  })
}

import { isStoreUnavailable } from '@dropkit/core'
import type { Chance } from './chance.ts'
import type { Running } from './simulated-server.ts'
import { Violation } from './violation.ts'
import type { World } from './world.ts'

/** A request as it is served; null is "ask again", for a reason that passes. */
type Serve<T> = (running: Running) => Promise<T | null>

export interface Clients {
  /**
   * Sends a request until it is answered, to one server or another; undefined when patience ends before that.
   * `onAnswer` hears every answer that comes, also those to a request that was delivered twice.
   */
  ask<T>(what: string, serve: Serve<T>, onAnswer: (answer: T) => void, tries?: number): Promise<T | undefined>
  /** How many are waiting for an answer. */
  readonly waiting: number
}

const PATIENCE_MS = 90_000
const LONGEST_PAUSE_MS = 8_000

type Heard<T> = { readonly answer: T } | 'nothing'

export function createClients(world: World, chance: Chance): Clients {
  const { timeline, trace, weather, servers, fail } = world
  let waiting = 0

  function send<T>(what: string, serve: Serve<T>, onAnswer: (answer: T) => void): Promise<Heard<T>> {
    return new Promise((resolve) => {
      const hearNothing = () => timeline.after(weather.delayMs(), () => resolve('nothing'))

      function hear(answer: T | null): void {
        try {
          if (answer !== null) onAnswer(answer)
        } catch (fault) {
          if (!(fault instanceof Violation)) throw fault
          fail(fault)
        }
        resolve(answer === null ? 'nothing' : { answer })
      }

      function arrive(running: Running | null): void {
        if (running) handle(running)
        else hearNothing()
      }

      function handle(running: Running): void {
        const { life } = running
        trace.note(life.name, `is asked to ${what}`)
        life.onCrash(hearNothing)
        const end = (ending: () => void) =>
          timeline.ask(`${life.name} answers ${what}`, () =>
            life.isAlive && !weather.isLost() ? timeline.after(weather.delayMs(), ending) : hearNothing(),
          )
        serve(running).then(
          (answer) => end(() => hear(answer)),
          (fault: unknown) => {
            end(() => resolve('nothing'))
            if (!isToBeExpected(fault))
              fail(new Violation('a request meets no fault of the service', `${what}: ${fault}`))
          },
        )
      }

      timeline.ask(`client ${what}`, () => {
        const deliver = () => {
          const server = chance.pick(servers)
          timeline.after(weather.delayMs(), () => arrive(server.running))
        }
        deliver()
        if (weather.isDoubled()) deliver()
        timeline.after(PATIENCE_MS, () => resolve('nothing'))
      })
    })
  }

  return {
    async ask(what, serve, onAnswer, tries = 8) {
      waiting++
      try {
        for (let left = weather.isCalm ? 100 : tries; left > 0; left--) {
          const heard = await send(what, serve, onAnswer)
          if (heard !== 'nothing') return heard.answer
          await timeline.pause(chance.between(50, LONGEST_PAUSE_MS))
        }
        return undefined
      } finally {
        waiting--
      }
    },
    get waiting() {
      return waiting
    },
  }
}

/** The store was away, or another request has taken the Idempotency-Key over. */
const isToBeExpected = (fault: unknown): boolean =>
  isStoreUnavailable(fault) || (fault instanceof Error && fault.name === 'ReceiptLost')

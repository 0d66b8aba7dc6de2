import { isStoreUnavailable } from '@dropkit/core'
import type { Chance } from './chance.ts'
import type { Running } from './simulated-server.ts'
import { Violation } from './trace.ts'
import type { World } from './world.ts'

/** Serves a request. Null means "try again", for a temporary reason. */
type Serve<T> = (running: Running) => Promise<T | null>

export interface Clients {
  /**
   * Sends a request until it is answered, to any server; undefined if the client gives up. `onAnswer` gets every answer,
   * including those to a request that was delivered twice.
   */
  ask<T>(what: string, serve: Serve<T>, onAnswer: (answer: T) => void, tries?: number): Promise<T | undefined>
  /** The number of clients that wait for an answer. */
  readonly waiting: number
}

const PATIENCE_MS = 90_000
const LONGEST_PAUSE_MS = 8_000

type Heard<T> = { readonly answer: T } | 'nothing'

export function createClients(world: World, chance: Chance): Clients {
  const { timeline, trace, faults, servers, fail } = world
  let waiting = 0

  function send<T>(what: string, serve: Serve<T>, onAnswer: (answer: T) => void): Promise<Heard<T>> {
    return new Promise((resolve) => {
      const hearNothing = () => timeline.after(faults.delayMs(), () => resolve('nothing'))

      function hear(answer: T | null): void {
        try {
          if (answer !== null) onAnswer(answer)
        } catch (error) {
          if (!(error instanceof Violation)) throw error
          fail(error)
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
            life.isAlive && !faults.isLost() ? timeline.after(faults.delayMs(), ending) : hearNothing(),
          )
        serve(running).then(
          (answer) => end(() => hear(answer)),
          (error: unknown) => {
            end(() => resolve('nothing'))
            if (!isToBeExpected(error))
              fail(new Violation('a request meets no error of the service', `${what}: ${error}`))
          },
        )
      }

      timeline.ask(`client ${what}`, () => {
        const deliver = () => {
          const server = chance.pick(servers)
          timeline.after(faults.delayMs(), () => arrive(server.running))
        }
        deliver()
        if (faults.isDoubled()) deliver()
        timeline.after(PATIENCE_MS, () => resolve('nothing'))
      })
    })
  }

  return {
    async ask(what, serve, onAnswer, tries = 8) {
      waiting++
      try {
        for (let left = faults.areOver ? 100 : tries; left > 0; left--) {
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

/** The store was unavailable, or another request has taken over the Idempotency-Key. */
const isToBeExpected = (error: unknown): boolean =>
  isStoreUnavailable(error) || (error instanceof Error && error.name === 'LeaseLost')

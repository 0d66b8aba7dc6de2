import type { Actors, Person } from './actors.ts'
import type { Chance } from './chance.ts'
import type { Clients } from './clients.ts'
import { type Answer, answerOf, type KeyedOperation, serveKeyed } from './keyed-request.ts'
import type { Running } from './simulated-server.ts'
import { demand } from './trace.ts'
import type { World } from './world.ts'

/** A client's request, with or without an Idempotency-Key. */
interface Request<T> extends KeyedOperation<T> {
  readonly what: string
  /** Remembers the result, which the client relies on. */
  readonly note: (value: T) => void
  /**
   * The record that the request creates. Such a request always has a key, so that no more records exist than were
   * requested.
   */
  readonly makes?: 'drop' | 'intent' | 'refund' | 'payout'
}

/** Whether the actors prefer paid drops, free drops, or both. */
export type Focus = 'market' | 'giveaway' | 'mixed'

/** The world, its actors, and how they send requests. */
export interface Scenario {
  readonly focus: Focus
  readonly world: World
  readonly actors: Actors
  readonly clients: Clients
  readonly chance: Chance
  /** Undefined if the client has given up. */
  request<T>(person: Person, request: Request<T>, tries?: number): Promise<Answer<T> | undefined>
}

const KEYED_SHARE = 0.6

export function createScenario(world: World, actors: Actors, clients: Clients, chance: Chance): Scenario {
  let keys = 0
  return {
    focus: chance.weighted<Focus>({ market: 2, giveaway: 1, mixed: 2 }),
    world,
    actors,
    clients,
    chance,
    request<T>(person: Person, request: Request<T>, tries?: number) {
      const { acknowledged } = world
      const key = request.makes || chance.happens(KEYED_SHARE) ? `key-${++keys}` : null
      if (request.makes) acknowledged.asked(request.makes)

      async function serve(running: Running): Promise<Answer<T> | null> {
        const known = await running.dropkit.authenticate(person.secret)
        demand(known.ok, 'a good API key is let in', () => person.name)
        const { caller } = known.value
        if (key !== null) return serveKeyed(running, caller, key, request)
        return answerOf(await request.run(running.dropkit, caller))
      }

      function hear(answer: Answer<T>): void {
        if (answer.kind === 'granted') {
          if (key !== null) acknowledged.key(key, request.idOf(answer.value))
          request.note(answer.value)
        } else if (key !== null && answer.isFinal) acknowledged.key(key, answer.refusal)
      }

      const what = key === null ? request.what : `${request.what} (${key})`
      return clients.ask<Answer<T>>(`${what} for ${person.name}`, serve, hear, tries)
    },
  }
}

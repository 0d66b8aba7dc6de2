import type { Cast, Person } from './cast.ts'
import type { Chance } from './chance.ts'
import type { Clients } from './clients.ts'
import { type Answer, answerOf, type KeyedOperation, serveKeyed } from './keyed-request.ts'
import type { Running } from './simulated-server.ts'
import { demand } from './violation.ts'
import type { World } from './world.ts'

/** What a client asks for, with or without an Idempotency-Key. */
interface Request<T> extends KeyedOperation<T> {
  readonly what: string
  /** Keeps what was granted: the client relies on it. */
  readonly note: (value: T) => void
  /** What it makes, of which there may be no more than were asked for: such a request always has a key. */
  readonly makes?: 'drop' | 'intent' | 'refund' | 'payout'
}

/** What people have come for: things that cost something, things that do not, or both. */
export type Mood = 'market' | 'giveaway' | 'mixed'

/** A world with people in it, and the ways in which they ask for things. */
export interface Scene {
  readonly mood: Mood
  readonly world: World
  readonly cast: Cast
  readonly clients: Clients
  readonly chance: Chance
  /** Undefined when nobody has answered for so long that the client has given up. */
  request<T>(person: Person, request: Request<T>, tries?: number): Promise<Answer<T> | undefined>
}

const KEYED_SHARE = 0.6

export function createScene(world: World, cast: Cast, clients: Clients, chance: Chance): Scene {
  let keys = 0
  return {
    mood: chance.weighted<Mood>({ market: 2, giveaway: 1, mixed: 2 }),
    world,
    cast,
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

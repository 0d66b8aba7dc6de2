import {
  type Caller,
  type Dropkit,
  type FollowedEvents,
  type IdempotencyLease,
  isRetryable,
  isStoreUnavailable,
  type Refusal,
  type Result,
} from '@dropkit/core'
import { DAY_MS } from '@dropkit/core/internal'
import type { Chance } from './chance.ts'
import type { Running } from './simulated-server.ts'
import { demand, Violation } from './trace.ts'
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

const MAX_WAIT_MS = 90_000
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
        timeline.after(MAX_WAIT_MS, () => resolve('nothing'))
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

/** A client that follows the log from server to server, and requires every event once and in order. */
export interface Follower {
  /** The position of the last event that arrived. */
  readonly position: number
}

const LONGEST_FOLLOWER_PAUSE_MS = 5_000

export function startFollower(world: World, chance: Chance): Follower {
  const { timeline, servers, fail, trace } = world
  let position = 0

  /** Follows one life of a server until it ends or reports that it cannot continue. */
  async function followOn({ life, dropkit }: Running): Promise<void> {
    const followed: FollowedEvents = dropkit.followEvents({}, position)
    const itsEnd = new Promise<'crashed'>((resolve) => life.onCrash(() => resolve('crashed')))
    trace.note('follower', `follows ${life.name} after event ${position}`)
    for (;;) {
      const next = await Promise.race([followed.next(), itsEnd])
      if (next === 'crashed' || next.done) return
      const came = next.value.position
      if (came !== position + 1) {
        return fail(new Violation('who follows the log misses nothing', `${came} came after ${position}`))
      }
      position = came
      if (chance.happens(0.02)) {
        await followed.return()
        return
      }
    }
  }

  async function follow(): Promise<void> {
    for (;;) {
      const { running } = chance.pick(servers)
      try {
        if (running) await followOn(running)
      } catch (error) {
        if (!isStoreUnavailable(error)) fail(new Violation('a feed ends with its store alone', String(error)))
      }
      await timeline.pause(chance.between(50, LONGEST_FOLLOWER_PAUSE_MS))
    }
  }

  void follow()
  return {
    get position() {
      return position
    },
  }
}

/** The answer to a request: the result, or the kind of the refusal. */
export type Answer<T> =
  | { readonly kind: 'granted'; readonly value: T }
  /** `isFinal` is false if the same request may succeed later. */
  | { readonly kind: 'refused'; readonly refusal: Refusal['kind']; readonly isFinal: boolean }

export interface KeyedOperation<T> {
  readonly run: (dropkit: Dropkit, caller: Caller) => Promise<Result<T, Refusal>>
  readonly idOf: (value: T) => string
  /** Rebuilds the answer to a request that took effect earlier. */
  readonly recover: (running: Running, id: string) => Promise<T | undefined>
}

/** The use cases of one request with a key. All others are the service's own. */
const receipted = (dropkit: Dropkit, lease: IdempotencyLease): Dropkit => ({
  ...dropkit,
  ...dropkit.withLease(lease),
})

const LEASE_MS = 20_000
const GRANTED = 'granted '
const REFUSED = 'refused '

/**
 * Serves a request with an Idempotency-Key as the API does: its effect is noted in the same transaction, and a repeat gets
 * the same answer. Null means "try again".
 */
export async function serveKeyed<T>(
  running: Running,
  caller: Caller,
  key: string,
  operation: KeyedOperation<T>,
): Promise<Answer<T> | null> {
  const { idempotency, clock } = running.ports
  const now = clock.now()
  const terms = { now, leaseMs: LEASE_MS, expiresAt: now + DAY_MS }
  const begun = await idempotency.begin({ userId: caller.user.id, key }, key, terms)
  switch (begun.kind) {
    case 'in_progress':
      return null
    case 'reused':
      return demand(false, 'a key stands for its own request', () => key) as never
    case 'answered':
      return replay(running, begun.answer, operation)
    case 'took_effect': {
      const value = await recovered(running, begun.effect.id, operation)
      const isKept = await idempotency.answer(begun.lease, GRANTED + operation.idOf(value))
      return isKept ? { kind: 'granted', value } : null
    }
    case 'begun':
      return runUnder(running, caller, begun.lease, operation)
  }
}

async function replay<T>(running: Running, stored: string, operation: KeyedOperation<T>): Promise<Answer<T>> {
  if (stored.startsWith(REFUSED)) {
    return { kind: 'refused', refusal: stored.slice(REFUSED.length) as Refusal['kind'], isFinal: true }
  }
  return { kind: 'granted', value: await recovered(running, stored.slice(GRANTED.length), operation) }
}

async function runUnder<T>(
  running: Running,
  caller: Caller,
  lease: IdempotencyLease,
  { run, idOf }: KeyedOperation<T>,
): Promise<Answer<T> | null> {
  const { idempotency } = running.ports
  let result: Result<T, Refusal>
  try {
    result = await run(receipted(running.dropkit, lease), caller)
  } catch (error) {
    await idempotency.forget(lease)
    throw error
  }
  if (!result.ok && isRetryable(result.error)) {
    await idempotency.forget(lease)
    return refusedBy(result.error)
  }
  const text = result.ok ? GRANTED + idOf(result.value) : REFUSED + result.error.kind
  if (!(await idempotency.answer(lease, text))) return null
  return answerOf(result)
}

export const answerOf = <T>(result: Result<T, Refusal>): Answer<T> =>
  result.ok ? { kind: 'granted', value: result.value } : refusedBy(result.error)

const refusedBy = (refusal: Refusal): Answer<never> => ({
  kind: 'refused',
  refusal: refusal.kind,
  isFinal: !isRetryable(refusal),
})

async function recovered<T>(running: Running, id: string, { recover }: KeyedOperation<T>): Promise<T> {
  const value = await recover(running, id)
  demand(value !== undefined, 'what a request did is there', () => id)
  return value
}

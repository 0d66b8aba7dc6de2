import { type FollowedEvents, isStoreUnavailable } from '@dropkit/core'
import type { Chance } from './chance.ts'
import type { Running } from './simulated-server.ts'
import { Violation } from './trace.ts'
import type { World } from './world.ts'

/** A client that follows the log from server to server, and requires every event once and in order. */
export interface Follower {
  /** The position of the last event that arrived. */
  readonly position: number
}

const LONGEST_PAUSE_MS = 5_000

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
      await timeline.pause(chance.between(50, LONGEST_PAUSE_MS))
    }
  }

  void follow()
  return {
    get position() {
      return position
    },
  }
}

import type { UserId } from '../domain/ids.ts'
import type { Job, JobAdmission, JobKind, JobRequest } from '../ports/index.ts'
import { createFairShares, type FairShares } from './fair-shares.ts'

/** As many jobs of one kind may be under way in a process before no further one is taken. */
const RUNS_PER_KIND = 10
/** Alone, an owner gets seven of ten runs of a kind; two owners leave one for a third. */
const SHARE_OF_FREE_RUNS = 2
const MOST_OWNERS_REMEMBERED = 10_000

/** Shares the runs of a process among owners, so that many jobs of one owner do not delay those of another. */
export interface JobTurns {
  /** What to take beside the jobs that are under way. */
  admission(underWay: readonly Job[]): JobAdmission
  /** These were taken: other owners are next. */
  taken(jobs: readonly Job[]): void
}

type Waiting = Pick<JobRequest, 'kind' | 'ownerId' | 'dueAt'>

export function createJobTurns(): JobTurns {
  /** When each owner had its last turn, counted in turns; the oldest first. */
  const lastTurns = new Map<UserId, number>()
  let turn = 0

  return {
    admission(underWay) {
      const perKind = Map.groupBy(underWay, ({ kind }) => kind)
      return {
        except: [...perKind].flatMap(([kind, jobs]) => (jobs.length >= RUNS_PER_KIND ? [kind] : [])),
        inTurn: (waiting) => roundRobin(waiting, createUse(underWay), (owner) => lastTurns.get(owner) ?? 0),
      }
    },
    taken(jobs) {
      for (const { ownerId } of jobs) {
        if (ownerId === null) continue
        lastTurns.delete(ownerId)
        lastTurns.set(ownerId, ++turn)
      }
      for (const owner of lastTurns.keys()) {
        if (lastTurns.size <= MOST_OWNERS_REMEMBERED) break
        lastTurns.delete(owner)
      }
    },
  }
}

interface Use {
  hasRoom(job: Waiting): boolean
  take(job: Waiting): void
  runsOf(owner: UserId): number
}

function createUse(underWay: readonly Waiting[]): Use {
  const runs = new Map<UserId, number>()
  const shares = new Map<JobKind, FairShares>()
  const sharesOf = (kind: JobKind): FairShares => {
    const ofKind = shares.get(kind) ?? createFairShares(RUNS_PER_KIND, SHARE_OF_FREE_RUNS)
    shares.set(kind, ofKind)
    return ofKind
  }
  const take = ({ kind, ownerId }: Waiting): void => {
    if (ownerId === null) return
    sharesOf(kind).add(ownerId)
    runs.set(ownerId, (runs.get(ownerId) ?? 0) + 1)
  }
  for (const job of underWay) take(job)
  return {
    take,
    hasRoom: ({ kind, ownerId }) => ownerId === null || sharesOf(kind).hasRoom(ownerId),
    runsOf: (owner) => runs.get(owner) ?? 0,
  }
}

/**
 * The service's own jobs first: there are few, and none is a user's. Then one job of each owner in turn, beginning with
 * the owners that have the fewest under way, and among those with the one whose last turn is longest ago. The jobs of
 * one owner stay in the order in which they came due.
 */
function roundRobin<One extends Waiting>(
  waiting: readonly One[],
  use: Use,
  lastTurnOf: (owner: UserId) => number,
): readonly One[] {
  const inOrder = waiting.toSorted((one, other) => one.dueAt - other.dueAt)
  const byOwner = Map.groupBy(inOrder, ({ ownerId }) => ownerId)
  const chosen: One[] = [...(byOwner.get(null) ?? [])]
  let queues = [...byOwner]
    .flatMap(([owner, queue]) => (owner === null ? [] : [{ owner, queue }]))
    .toSorted(
      (one, other) =>
        use.runsOf(one.owner) - use.runsOf(other.owner) || lastTurnOf(one.owner) - lastTurnOf(other.owner),
    )
    .map(({ queue }) => queue.values())
  while (queues.length > 0) {
    queues = queues.filter((queue) => {
      // An array's iterator goes on where it was left.
      for (const job of queue) {
        if (!use.hasRoom(job)) continue
        use.take(job)
        chosen.push(job)
        return true
      }
      return false
    })
  }
  return chosen
}

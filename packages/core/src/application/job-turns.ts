import type { UserId } from '../domain/ids.ts'
import type { Job, JobAdmission, JobKind, JobRequest } from '../ports/index.ts'

/** The largest number of running jobs of one kind in a process. */
const RUNS_PER_KIND = 10
/** A lone owner gets seven of ten runs of a kind. Two owners leave one run for a third. */
const SHARE_OF_FREE_RUNS = 2
const MOST_OWNERS_REMEMBERED = 10_000

/** Shares the runs of a process among owners, so that many jobs of one owner do not delay those of others. */
export interface JobTurns {
  /** What to take in addition to the running jobs. */
  admission(underWay: readonly Job[]): JobAdmission
  /** Notes that these jobs were taken: other owners are next. */
  taken(jobs: readonly Job[]): void
}

type Waiting = Pick<JobRequest, 'kind' | 'ownerId' | 'dueAt'>

export function createJobTurns(): JobTurns {
  /** The turn in which each owner last got a job, oldest first. */
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
 * The service's own jobs come first, because there are few. Then owners take turns, one job each: first those with the
 * fewest running jobs, then the one whose last turn is longest ago. The jobs of one owner stay in due order.
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
      // The iterator of an array continues where it stopped.
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

/** Counts slots by owner and limits each owner to a share of the free slots. */
export interface FairShares {
  add(owner: UserId): void
  of(owner: UserId): number
  hasRoom(owner: UserId): boolean
}

/**
 * An owner gets no further slot if it has more than `shareOfFree` times the free ones. A lone owner gets S / (1 + S) of all
 * slots; each further owner gets the same share of what is then free.
 */
export function createFairShares(most: number, shareOfFree: number): FairShares {
  const counts = new Map<UserId, number>()
  let total = 0
  const of = (owner: UserId) => counts.get(owner) ?? 0
  return {
    of,
    add(owner) {
      counts.set(owner, of(owner) + 1)
      total++
    },
    hasRoom: (owner) => total < most && of(owner) < Math.max(1, shareOfFree * (most - total)),
  }
}

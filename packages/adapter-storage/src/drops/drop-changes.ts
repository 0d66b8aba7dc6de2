import {
  type Change,
  type ChangeSet,
  type Drop,
  type DropId,
  type DropState,
  type DropStateQuery,
  isStoreUnavailable,
  ok,
  type Result,
  type Store,
  type UniqueConflict,
} from '@dropkit/core'
import {
  type Database,
  type EachQuery,
  LARGE_CHANGE,
  type Loaded,
  type Row,
  type Statement,
} from '../database.ts'
import { orConflict } from '../store-unavailable.ts'
import type { ChangeWrites } from './change-writes.ts'
import { createDropStateLoads, type MergeableLoad } from './drop-state-loads.ts'

type Decide<T> = (dropState: DropState | null) => Change<T>
type Answer = Result<unknown, UniqueConflict>

/** A change of one drop that waits for a transaction. */
interface Waiting {
  readonly dropId: DropId
  readonly load: MergeableLoad
  readonly decide: Decide<unknown>
  /** Changes this drop alone: in its turn among those that also do, or as what a lane shares. */
  alone(isShared: boolean): Promise<Answer>
  readonly resolve: (answer: Answer | Promise<Answer>) => void
  readonly reject: (cause: unknown) => void
}

type Outcome =
  | { readonly kind: 'decided'; readonly change: Change<unknown>; readonly drop: Drop | undefined }
  | { readonly kind: 'failed'; readonly cause: unknown }
  | { readonly kind: 'locked_elsewhere' }

export interface DropChanges extends Pick<Store, 'changeDrop' | 'dropState'> {
  /** Passes all waiting changes to the database at once, so that closing the database finishes them. */
  flush(): void
}

/** The maximum number of drops per transaction. */
const MOST_DROPS = 100

/**
 * Changes single drops. Changes that arrive while all lanes (`Database.lanes`) are busy share the next transaction: a single
 * change does not wait, and the cost per change falls as the load grows. A change whose decision throws is left out, a drop
 * that another transaction has locked gets its own transaction, and if the shared transaction fails, each change is retried
 * alone. Changes therefore do not affect each other.
 */
export function createDropChanges(database: Database, writes: ChangeWrites): DropChanges {
  const stateLoads = createDropStateLoads(database.dialect)
  const waiting: Waiting[] = []
  let open = 0

  function changeAlone<T>(
    { dropId, query, isShared }: { dropId: DropId; query: DropStateQuery; isShared: boolean },
    decide: Decide<T>,
  ) {
    const { loads, dropStateOf } = stateLoads.alone(dropId, query, true)
    return orConflict<T>(
      database.change(
        loads,
        (loaded) => {
          const dropState = dropStateOf(loaded)
          const change = decide(dropState)
          return { ...writes.of(change, dropState ? [dropState.drop] : []), result: change.result }
        },
        // A lane takes no turn of a drop, because all drops would wait with it.
        isShared ? { isShared } : { locks: `drop/${dropId}` },
      ),
    )
  }

  async function changeTogether(some: readonly Waiting[]): Promise<void> {
    const { loads, partsOf } = mergeLoads(some.map(({ load }) => load.loads))
    const outcomes = await database.change(
      loads,
      (loaded) => {
        const parts = partsOf(loaded)
        const result = some.map((one, place) => outcomeOf(one, parts[place] ?? []))
        const decided = result.filter((outcome) => outcome.kind === 'decided')
        const locked = decided.flatMap(({ drop }) => drop ?? [])
        return { ...writes.of(joined(decided.map(({ change }) => change)), locked), result }
      },
      { isShared: true },
    )
    some.forEach((one, place) => {
      const outcome = outcomes[place]
      if (outcome?.kind === 'decided') one.resolve(ok(outcome.change.result))
      else if (outcome?.kind === 'failed') one.reject(outcome.cause)
      else one.resolve(one.alone(false))
    })
  }

  async function serve(): Promise<void> {
    for (let some = takeWaiting(waiting); some.length > 0; some = takeWaiting(waiting)) {
      const [only] = some
      try {
        if (only && some.length === 1) only.resolve(await only.alone(true))
        else await changeTogether(some)
      } catch (cause) {
        const isOver = some.length === 1 || isStoreUnavailable(cause)
        for (const one of some) isOver ? one.reject(cause) : one.resolve(one.alone(false))
      }
    }
    open--
  }

  return {
    changeDrop: <T>(dropId: DropId, query: DropStateQuery, decide: Decide<T>) => {
      const alone = (isShared: boolean) => changeAlone<T>({ dropId, query, isShared }, decide)
      const load = stateLoads.together(dropId, query)
      if (load === null) return alone(false)
      return new Promise<Result<T, UniqueConflict>>((resolve, reject) => {
        waiting.push({ dropId, load, decide, alone, resolve: resolve as Waiting['resolve'], reject })
        if (open >= database.lanes) return
        open++
        if ((query.wallets?.length ?? 0) >= LARGE_CHANGE) void serve()
        // Waits for other changes of this turn of the event loop, so that they share the transaction.
        else setImmediate(() => void serve())
      })
    },
    dropState: async (dropId, query) => {
      const { loads, dropStateOf } = stateLoads.alone(dropId, query, false)
      return dropStateOf(await database.readTogether(loads))
    },
    flush() {
      for (const one of waiting.splice(0)) one.resolve(one.alone(false))
    },
  }
}

/** Takes the changes for the next transaction: one per drop, oldest first. */
function takeWaiting(waiting: Waiting[]): Waiting[] {
  const taken = new Map<DropId, Waiting>()
  const left: Waiting[] = []
  for (const one of waiting.splice(0)) {
    if (taken.size < MOST_DROPS && !taken.has(one.dropId)) taken.set(one.dropId, one)
    else left.push(one)
  }
  waiting.push(...left)
  return [...taken.values()]
}

function outcomeOf({ load, decide }: Waiting, part: Loaded): Outcome {
  if (load.isLockedElsewhere(part)) return { kind: 'locked_elsewhere' }
  try {
    const dropState = load.dropStateOf(part)
    return { kind: 'decided', change: decide(dropState), drop: dropState?.drop }
  } catch (cause) {
    return { kind: 'failed', cause }
  }
}

type Records = NonNullable<ChangeSet['insert']>

function joinedRecords(all: readonly (Records | undefined)[]): Records {
  const kinds = new Set(all.flatMap((records = {}) => Object.keys(records) as (keyof Records)[]))
  const listsOf = (kind: keyof Records): readonly unknown[] =>
    all.flatMap((records): readonly unknown[] => records?.[kind] ?? [])
  return Object.fromEntries([...kinds].map((kind) => [kind, listsOf(kind)])) as Records
}

const joined = (changes: readonly ChangeSet[]): ChangeSet => ({
  insert: joinedRecords(changes.map(({ insert }) => insert)),
  update: joinedRecords(changes.map(({ update }) => update)),
  idempotency: changes.flatMap(({ idempotency: records = [] }) => records),
  notes: new Map(changes.flatMap(({ notes = [] }) => [...notes])),
  events: changes.flatMap(({ events = [] }) => events),
  jobs: changes.flatMap(({ jobs = [] }) => jobs),
})

interface Merged {
  readonly loads: readonly EachQuery[]
  /** Returns, for each asker, the rows that its own loads would have returned. */
  partsOf(loaded: Loaded): readonly Loaded[]
}

interface Group {
  readonly query: EachQuery & { readonly parents: (readonly (string | number | bigint | boolean | null)[])[] }
  /** For each parent, the results that get its rows. */
  readonly takers: Row[][]
}

/**
 * Merges the loads of several askers: one query per statement asks for all their parents. The statements keep the order of
 * the askers. A statement without parents is left out.
 */
function mergeLoads(askers: readonly (readonly EachQuery[])[]): Merged {
  const groups = new Map<Statement, Group>()
  const parts = askers.map((loads) =>
    loads.map(({ statement, parents, nonEmpty }) => {
      const together = { statement, parents: [], shared: [], ...(nonEmpty && { nonEmpty }) }
      const group: Group = groups.get(statement) ?? { query: together, takers: [] }
      groups.set(statement, group)
      const rows: Row[] = []
      for (const parent of parents) {
        group.query.parents.push(parent)
        group.takers.push(rows)
      }
      return rows
    }),
  )
  const inOrder = [...groups.values()].filter(({ query }) => query.parents.length > 0)
  return {
    loads: inOrder.map(({ query }) => query),
    partsOf: (loaded) => {
      for (const rows of parts.flat()) rows.length = 0
      inOrder.forEach(({ takers }, place) => {
        for (const row of loaded[place] ?? []) takers[Number(row['parent_place']) - 1]?.push(row)
      })
      return parts
    },
  }
}

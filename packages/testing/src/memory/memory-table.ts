import { type Claim, type DropId, idOfClaim, type UniqueConflict } from '@dropkit/core'
import type { MemoryState } from './memory-state.ts'

/** Ends a transaction because a value that must be unique is taken. */
export class UniqueViolation extends Error {
  readonly conflict: UniqueConflict
  constructor(field: UniqueConflict['field']) {
    super(`unique value taken: ${field}`)
    this.conflict = { kind: 'unique_conflict', field }
  }
}

/** The functions that undo a transaction, newest last. */
export type Undo = (() => void)[]

interface UniqueValue<R> {
  /**
   * The input field of the value. `null` if a duplicate is a bug, which throws, and not a conflict of the caller's input.
   */
  readonly field: UniqueConflict['field'] | null
  /** The value that must be unique. Null values are not compared. */
  valueOf(record: R): string | null
}

export interface MemoryTable<R> {
  get(id: string): R | undefined
  byUnique(index: number, value: string): R | undefined
  all(): IterableIterator<R>
  readonly size: number
  insert(record: R, undo: Undo): R
  update(record: R, undo: Undo): R
  /** Returns false if there was no such record. */
  remove(id: string, undo: Undo): boolean
}

/** Creates a table of records by id that checks unique values on every write. `records` are its initial records. */
export function createMemoryTable<R>(
  name: string,
  idOf: (record: R) => string,
  uniques: readonly UniqueValue<R>[] = [],
  records: Map<string, R> = new Map(),
): MemoryTable<R> {
  const indexes = uniques.map((unique) => {
    const values = [...records].map(([id, record]) => [unique.valueOf(record), id] as const)
    return new Map(values.filter((value): value is [string, string] => value[0] !== null))
  })

  function put(record: R, before: R | undefined, undo: Undo): R {
    const id = idOf(record)
    const stored = frozen(record)
    uniques.forEach((unique, place) => {
      const index = indexes[place] as Map<string, string>
      const [old, value] = [before === undefined ? null : unique.valueOf(before), unique.valueOf(stored)]
      if (old === value) return
      if (value !== null && index.has(value)) {
        if (unique.field !== null) throw new UniqueViolation(unique.field)
        throw new Error(`${name}: ${value} is taken`)
      }
      if (old !== null) index.delete(old)
      if (value !== null) index.set(value, id)
      undo.push(() => {
        if (value !== null) index.delete(value)
        if (old !== null) index.set(old, id)
      })
    })
    records.set(id, stored)
    undo.push(() => (before === undefined ? records.delete(id) : records.set(id, before)))
    return stored
  }

  return {
    get: (id) => records.get(id),
    byUnique: (index, value) => {
      const id = indexes[index]?.get(value)
      return id === undefined ? undefined : records.get(id)
    },
    all: () => records.values(),
    get size() {
      return records.size
    },
    insert(record, undo) {
      if (records.has(idOf(record))) throw new Error(`${name}: ${idOf(record)} is there already`)
      return put(record, undefined, undo)
    },
    update(record, undo) {
      const before = records.get(idOf(record))
      if (before === undefined) throw new Error(`${name}: ${idOf(record)} is not there`)
      return put(record, before, undo)
    },
    remove(id, undo) {
      const before = records.get(id)
      if (before === undefined) return false
      uniques.forEach((unique, place) => {
        const index = indexes[place] as Map<string, string>
        const value = unique.valueOf(before)
        if (value === null) return
        index.delete(value)
        undo.push(() => index.set(value, id))
      })
      records.delete(id)
      undo.push(() => records.set(id, before))
      return true
    },
  }
}

/** Returns what is found for each id. Ids without a record are left out. */
export function found<Id, R>(ids: readonly Id[], find: (id: Id) => R | undefined): ReadonlyMap<Id, R> {
  const records = new Map<Id, R>()
  for (const id of ids) {
    const record = find(id)
    if (record !== undefined) records.set(id, record)
  }
  return records
}

export const walletKey = (dropId: DropId, claimer: string): string => `${dropId}:${claimer}`

/** Adds a new claim to the indexes by drop and by wallet. */
export function noteClaim(state: MemoryState, claim: Claim, undo: Undo): void {
  const id = idOfClaim(claim)
  const onDrop = listIn(state.claimIdsByDrop, claim.dropId)
  const ofWallet = listIn(state.claimIdsByWallet, walletKey(claim.dropId, claim.claimer))
  onDrop.push(id)
  ofWallet.push(id)
  undo.push(() => {
    onDrop.pop()
    ofWallet.pop()
  })
}

function listIn<K>(lists: Map<K, string[]>, key: K): string[] {
  const list = lists.get(key) ?? []
  lists.set(key, list)
  return list
}

export function claimsIn(state: MemoryState, ids: readonly string[] | undefined): Claim[] {
  return (ids ?? []).flatMap((id) => state.claims.get(id) ?? [])
}

export const claimsOn = (state: MemoryState, dropId: DropId): Claim[] =>
  claimsIn(state, state.claimIdsByDrop.get(dropId)).sort((one, other) => one.sequence - other.sequence)

export const isUndelivered = ({ state }: Claim): boolean =>
  state.kind === 'PENDING' && state.expiresAt === null

export const hasVoucherOut = ({ state }: Claim): boolean =>
  state.kind === 'PENDING' && state.expiresAt !== null

/**
 * A row of the state in memory, with its collection and key. `value` is plain data: texts, numbers, bigints, lists, sets.
 */
export interface MemoryRow {
  readonly collection: string
  readonly key: string
  readonly value: unknown
}

/**
 * Called for each row that a change writes, and with undefined for each that it removes. Undoing a change calls it like any
 * other write. A change runs within one turn of the event loop: the calls of one turn belong together, and none is final
 * before the turn ends.
 */
export type MemoryRowListener = (row: MemoryRow) => void

/** The number of records that fit, up to `most`. */
export function countUpTo<Stored>(
  most: number,
  records: Iterable<Stored>,
  fits: (record: Stored) => boolean,
): number {
  let count = 0
  for (const record of records) if (count < most && fits(record)) count++
  return count
}

/** The initial rows of a memory store. */
export interface MemoryRowsOptions {
  /** The rows that the listener of an earlier state received: the last one of each key, in any order. */
  readonly rows?: Iterable<MemoryRow>
  readonly onRow?: MemoryRowListener
}

/** Creates the maps of a state, with their initial rows. */
export function createMemoryRows({ rows = [], onRow }: MemoryRowsOptions) {
  const earlier = Map.groupBy(rows, ({ collection }) => collection)
  return <Row, Key extends string = string>(collection: string): Map<Key, Row> => {
    const entries = (earlier.get(collection) ?? []).map(
      ({ key, value }) => [key as Key, frozen(value) as Row] as const,
    )
    return onRow ? new ToldMap(collection, onRow, entries) : new Map(entries)
  }
}

/** A map that reports its writes and deletions. */
class ToldMap<Key extends string, Row> extends Map<Key, Row> {
  readonly #collection: string
  readonly #onRow: MemoryRowListener

  constructor(collection: string, onRow: MemoryRowListener, entries: readonly (readonly [Key, Row])[]) {
    super()
    this.#collection = collection
    this.#onRow = onRow
    // Initial rows are not reported again.
    for (const [key, row] of entries) super.set(key, row)
  }

  override set(key: Key, value: Row): this {
    super.set(key, value)
    this.#onRow({ collection: this.#collection, key, value })
    return this
  }

  override delete(key: Key): boolean {
    const wasThere = super.delete(key)
    if (wasThere) this.#onRow({ collection: this.#collection, key, value: undefined })
    return wasThere
  }
}

/**
 * Returns a deep, immutable copy of plain data. What is stored is a copy of the input, and a reader cannot change what it
 * gets, so no two parts share a mutable object. A set is returned as it is.
 */
export function frozen<T>(value: T): T {
  if (Array.isArray(value)) return Object.freeze(value.map(frozen)) as T
  if (typeof value !== 'object' || value === null || value instanceof Set) return value
  const copy: { [key: string]: unknown } = {}
  for (const [key, held] of Object.entries(value)) {
    // An assignment would set the prototype; this defines an ordinary key.
    if (key === '__proto__') Object.defineProperty(copy, key, { value: frozen(held), enumerable: true })
    else copy[key] = frozen(held)
  }
  return Object.freeze(copy) as T
}

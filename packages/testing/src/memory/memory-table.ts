import type { UniqueConflict } from '@dropkit/core'
import { frozen } from './memory-rows.ts'

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

import type { EachQuery, Loaded, Query, Row, Statement, Write } from '../database.ts'

/** A statement with a name is sent once; from then on its number stands for it. */
export type SentStatement = Statement | number

type Sent<T, Statements extends keyof T> = Omit<T, Statements> & {
  readonly [Name in Statements]: undefined extends T[Name] ? SentStatement | undefined : SentStatement
}

/** A write without what cannot be sent to a thread. */
export type SentWrite = Sent<Omit<Write, 'onMiss'>, 'statement'>

export type SentLoad = Sent<Query, 'statement'> | Sent<EachQuery, 'statement' | 'nonEmpty'>

/** Statements that the command is the first to use, in the order of their numbers. */
interface Introduces {
  readonly newStatements: readonly Statement[]
}

export type ThreadCommand =
  /** Begins a transaction and reads these in it. The transaction ends if a load fails. */
  | ({ readonly kind: 'lock'; readonly loads: readonly SentLoad[] } & Introduces)
  | { readonly kind: 'unlock' }
  /** Belongs to the transaction that `lock` began, and ends it if it fails. */
  | ({ readonly kind: 'write'; readonly write: SentWrite } & Introduces)
  /** Ends the transaction that `lock` began, one way or the other. */
  | ({ readonly kind: 'commit'; readonly writes: readonly SentWrite[] } & Introduces)

/** One for each command, in their order. */
export type ThreadAnswer =
  | { readonly kind: 'done' }
  /** `statements` are the names of the statements that were run. */
  | { readonly kind: 'loaded'; readonly rows: Loaded; readonly statements: readonly string[] }
  /** The write at this place had nothing to change. */
  | { readonly kind: 'missed'; readonly place: number }
  /** By SQLite, in its own words. */
  | { readonly kind: 'refused'; readonly message: string; readonly code: string }
  | { readonly kind: 'failed'; readonly reason: string }

/** Within the thread: a write that must match did not. */
export class Missed extends Error {
  readonly place: number

  constructor(place: number) {
    super(`write ${place} had nothing to change`)
    this.place = place
  }
}

/** A read for a thread that reads. */
export interface ThreadRead {
  readonly query: Query
  /** How long it may take; null for as long as it needs. */
  readonly limitMs: number | null
}

export type ThreadReadAnswer =
  | { readonly kind: 'rows'; readonly rows: readonly Row[]; readonly ms: number }
  /** Stopped, because its time was over. */
  | { readonly kind: 'out_of_time' }
  | { readonly kind: 'refused'; readonly message: string; readonly code: string }
  | { readonly kind: 'failed'; readonly reason: string }

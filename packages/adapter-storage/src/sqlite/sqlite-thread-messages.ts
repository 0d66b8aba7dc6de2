import type { EachQuery, Query, Row, Statement, Write } from '../database.ts'
import type { ValuesOfRows } from './sqlite-connection.ts'

/** A named statement is sent once; after that, its number is sent. */
export type SentStatement = Statement | number

type Sent<T, Statements extends keyof T> = Omit<T, Statements> & {
  readonly [Name in Statements]: undefined extends T[Name] ? SentStatement | undefined : SentStatement
}

/** A write without the parts that cannot be sent to a thread. */
export type SentWrite = Sent<Omit<Write, 'onMiss'>, 'statement'>

export type SentLoad = Sent<Query, 'statement'> | Sent<EachQuery, 'statement' | 'nonEmpty'>

/** The statements that the command uses for the first time, in the order of their numbers. */
interface Introduces {
  readonly newStatements: readonly Statement[]
}

export type ThreadCommand =
  /** Begins a transaction and runs these loads in it. The transaction ends if a load fails. */
  | ({ readonly kind: 'lock'; readonly loads: readonly SentLoad[] } & Introduces)
  | { readonly kind: 'unlock' }
  /** Runs in the transaction that `lock` began, and ends it if it fails. */
  | ({ readonly kind: 'write'; readonly write: SentWrite } & Introduces)
  /** Runs the writes and commits the transaction that `lock` began, or rolls it back. */
  | ({ readonly kind: 'commit'; readonly writes: readonly SentWrite[] } & Introduces)

/** One answer per command, in order. */
export type ThreadAnswer =
  | { readonly kind: 'done' }
  /** `statements` are the names of the statements that ran. */
  | {
      readonly kind: 'loaded'
      readonly loads: readonly ValuesOfRows[]
      readonly statements: readonly string[]
    }
  /** The write at this index changed no row. */
  | { readonly kind: 'missed'; readonly place: number }
  /** An error of SQLite, with its own message. */
  | { readonly kind: 'refused'; readonly message: string; readonly code: string }
  | { readonly kind: 'failed'; readonly reason: string }

/** Thrown within the thread if a write that must match does not. */
export class Missed extends Error {
  readonly place: number

  constructor(place: number) {
    super(`write ${place} had nothing to change`)
    this.place = place
  }
}

/** A read that runs on a reading thread. */
export interface ThreadRead {
  readonly query: Query
  /** The time limit; null for none. */
  readonly limitMs: number | null
}

export type ThreadReadAnswer =
  | { readonly kind: 'rows'; readonly rows: readonly Row[]; readonly ms: number }
  /** The read was stopped because its time was over. */
  | { readonly kind: 'out_of_time'; readonly ms: number }
  | { readonly kind: 'refused'; readonly message: string; readonly code: string }
  | { readonly kind: 'failed'; readonly reason: string }

import type { Query, Row, Write } from '../database.ts'

/** A write without what cannot be sent to a thread. */
export type SentWrite = Omit<Write, 'onMiss'>

export type ThreadCommand =
  | { readonly kind: 'lock' }
  | { readonly kind: 'unlock' }
  /** Belongs to the transaction that `lock` began, and ends it if it fails. */
  | { readonly kind: 'write'; readonly write: SentWrite }
  /** Ends the transaction that `lock` began, one way or the other. */
  | { readonly kind: 'commit'; readonly writes: readonly SentWrite[] }

/** One for each command, in their order. */
export type ThreadAnswer =
  | { readonly kind: 'done' }
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

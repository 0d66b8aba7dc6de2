import type { Write } from '../database.ts'

/** A write without what cannot be sent to a thread. */
export type SentWrite = Omit<Write, 'onMiss'>

export type ThreadCommand =
  | { readonly kind: 'lock' }
  | { readonly kind: 'unlock' }
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

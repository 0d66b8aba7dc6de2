import type { LedgerPage } from './ledger.ts'
import type { HeldObject } from './values.ts'

/** An event before it has its place in the chain. */
export interface EmittedEvent {
  readonly packageId: string
  readonly module: string
  readonly type: string
  readonly contents: Uint8Array
}

export interface TransactionPlace {
  readonly page: LedgerPage
  readonly packageId: string
  readonly sender: string
  readonly digest: Uint8Array
  readonly epoch: bigint
  readonly epochStartMs: bigint
  readonly nowMs: bigint
  readonly ids: IdSource
  readonly events: EmittedEvent[]
  /** Objects that the transaction makes or changes besides its inputs. */
  readonly made: HeldObject[]
}

interface IdSource {
  readonly next: () => string
  /** How many it gave. */
  readonly count: () => number
  readonly peek: () => string
  /** Those that it gave, and the next. */
  readonly all: () => readonly string[]
}

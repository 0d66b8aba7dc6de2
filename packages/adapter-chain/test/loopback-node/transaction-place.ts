import type { LedgerPage } from './ledger.ts'
import type { HeldObject } from './values.ts'

/** An event that has no position on the chain yet. */
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
  /** Objects that the transaction creates or changes, except its inputs. */
  readonly made: HeldObject[]
}

interface IdSource {
  readonly next: () => string
  /** The number of ids created so far. */
  readonly count: () => number
  readonly peek: () => string
  /** All ids created so far, followed by the next one. */
  readonly all: () => readonly string[]
}

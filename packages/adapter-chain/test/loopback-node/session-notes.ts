import type { PieceLooks, VaultTally } from './dropkit-functions.ts'
import type { EmittedEvent } from './transaction-place.ts'
import type { HeldObject } from './values.ts'

export interface WorkedVault {
  readonly variable: string
  readonly object: HeldObject
  readonly tableId: string
  /** Words of used nonces that calls may set a bit in; undefined ones are not there yet. */
  readonly words: Map<bigint, bigint | undefined>
  readonly tally: VaultTally
  /** Of pieces, by their number: the looks that were there and that a claim took, and those that calls have added. */
  readonly takenLooks: Map<bigint, PieceLooks>
  readonly addedLooks: Map<bigint, PieceLooks>
  isClosed: boolean
}

/** What was noted of the calls that the machine has not run yet. */
export function newNotes() {
  return {
    idsCreated: 0,
    /** How many ids the machine will have given after the calls so far. */
    vmIds: -1,
    modules: new Set<string>(),
    expiriesMs: [] as bigint[],
    strangeTypes: new Set<string>(),
    setup: [] as string[],
    calls: [] as { readonly command: number; readonly text: string }[],
    vaults: new Map<string, WorkedVault>(),
    caps: new Map<string, string>(),
    events: [] as EmittedEvent[],
    results: [] as { readonly variable: string; readonly object: HeldObject }[],
    gifts: [] as { readonly object: HeldObject; readonly to: string }[],
    shared: [] as { readonly objectId: string; readonly type: string }[],
  }
}

export type Notes = ReturnType<typeof newNotes>

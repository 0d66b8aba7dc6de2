import type { PieceLooks, VaultTally } from './dropkit-functions.ts'
import type { EmittedEvent } from './transaction-place.ts'
import type { HeldObject } from './values.ts'

export interface WorkedVault {
  readonly variable: string
  readonly object: HeldObject
  readonly tableId: string
  /** Words of used nonces in which calls may set a bit. A word is undefined if it does not exist yet. */
  readonly words: Map<bigint, bigint | undefined>
  readonly tally: VaultTally
  /** Looks by piece number: existing looks that a claim took, and looks that calls have added. */
  readonly takenLooks: Map<bigint, PieceLooks>
  readonly addedLooks: Map<bigint, PieceLooks>
  isClosed: boolean
}

/** The recorded calls that the virtual machine has not run yet. */
export function newNotes() {
  return {
    idsCreated: 0,
    /** The number of ids that the virtual machine will have created after the calls so far. */
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

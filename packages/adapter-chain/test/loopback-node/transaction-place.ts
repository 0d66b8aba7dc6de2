import { bcs } from '@mysten/sui/bcs'
import { deriveDynamicFieldID, normalizeStructTag } from '@mysten/sui/utils'
import { NonceWordLayout } from '../../src/sui/move-layouts.ts'
import type { PieceLooks, VaultTally } from './dropkit-functions.ts'
import type { LedgerPage } from './ledger.ts'
import { type HeldObject, newObject } from './objects.ts'

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

const FIELD_TYPE = normalizeStructTag('0x2::dynamic_field::Field<u64, u256>')

export const placeOf = (nonce: bigint) => ({ word: nonce / 256n, bit: 1n << (nonce % 256n) })

/** The id of the dynamic field with a word of used nonces, as Sui derives it. */
const wordId = (tableId: string, word: bigint): string =>
  deriveDynamicFieldID(tableId, 'u64', bcs.u64().serialize(word).toBytes())

export function readWord(page: LedgerPage, tableId: string, word: bigint): bigint | undefined {
  const field = page.object(wordId(tableId, word))
  return field === undefined ? undefined : BigInt(NonceWordLayout.parse(field.contents).value)
}

/** The dynamic field for a word with these bits. */
export function wordField(page: LedgerPage, tableId: string, word: bigint, value: bigint): HeldObject {
  const id = wordId(tableId, word)
  const contents = NonceWordLayout.serialize({ id, name: word, value }).toBytes()
  const before = page.object(id)
  const made = newObject(id, FIELD_TYPE, contents)
  made.newOwner = { kind: 'object', objectId: tableId }
  return before === undefined ? made : { ...made, owner: before.owner }
}

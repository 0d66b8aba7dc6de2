import { bcs } from '@mysten/sui/bcs'
import { deriveDynamicFieldID, normalizeStructTag } from '@mysten/sui/utils'
import { NonceWordLayout } from '../../src/sui/move-layouts.ts'
import type { LedgerPage } from './ledger.ts'
import type { HeldObject } from './values.ts'
import { newObject } from './values.ts'

const FIELD_TYPE = normalizeStructTag('0x2::dynamic_field::Field<u64, u256>')

export const placeOf = (nonce: bigint) => ({ word: nonce / 256n, bit: 1n << (nonce % 256n) })

/** The id of the dynamic field with a word of used nonces, as Sui derives it. */
export const wordId = (tableId: string, word: bigint): string =>
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

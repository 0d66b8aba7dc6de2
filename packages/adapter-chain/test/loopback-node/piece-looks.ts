import { bcs } from '@mysten/sui/bcs'
import { deriveDynamicFieldID, normalizeStructTag } from '@mysten/sui/utils'
import type { PieceLooks } from './dropkit-functions.ts'
import type { LedgerPage } from './ledger.ts'
import { LooksField } from './move-structs.ts'
import { type HeldObject, newObject } from './values.ts'

/** The id under which the looks of a piece lie, as Sui derives that of a dynamic field. */
const looksId = (vaultId: string, number: bigint): string =>
  deriveDynamicFieldID(vaultId, 'u64', bcs.u64().serialize(number).toBytes())

/** What the chain has of a piece that is not minted yet; undefined if it has no looks of its own. */
export function readLooks(page: LedgerPage, vaultId: string, number: bigint): PieceLooks | undefined {
  const field = page.object(looksId(vaultId, number))
  return field && LooksField.parse(field.contents)
}

/** The field of a piece that was added. */
export function looksField(
  packageId: string,
  vaultId: string,
  number: bigint,
  looks: PieceLooks,
): HeldObject {
  const id = looksId(vaultId, number)
  const type = normalizeStructTag(`0x2::dynamic_field::Field<u64, ${packageId}::nft_drop::Looks>`)
  const made = newObject(id, type, looksContents(id, number, looks))
  made.newOwner = { kind: 'object', objectId: vaultId }
  return made
}

/** The same field once its piece is minted. */
export const removedLooks = (packageId: string, vaultId: string, number: bigint): HeldObject => ({
  ...looksField(packageId, vaultId, number, { name: null, image_url: null, attributes: [] }),
  isGone: true,
})

const looksContents = (id: string, number: bigint, { name, image_url, attributes }: PieceLooks) =>
  LooksField.serialize({ id, number, name, image_url, attributes: [...attributes] }).toBytes()

/** What Move holds of it, without the id and the number that come before. */
export const looksBytes = (looks: PieceLooks): Uint8Array =>
  looksContents(`0x${'0'.repeat(64)}`, 0n, looks).subarray(40)

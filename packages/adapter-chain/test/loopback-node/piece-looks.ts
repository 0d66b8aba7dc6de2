import { bcs } from '@mysten/sui/bcs'
import { deriveDynamicFieldID, normalizeStructTag } from '@mysten/sui/utils'
import type { PieceLooks } from './dropkit-functions.ts'
import type { LedgerPage } from './ledger.ts'
import { LooksField } from './move-structs.ts'
import { type HeldObject, newObject } from './values.ts'

/** The id of the dynamic field with the looks of a piece, as Sui derives it. */
const looksId = (vaultId: string, number: bigint): string =>
  deriveDynamicFieldID(vaultId, 'u64', bcs.u64().serialize(number).toBytes())

/** The stored looks of a piece that is not minted yet. Undefined if it has no looks of its own. */
export function readLooks(page: LedgerPage, vaultId: string, number: bigint): PieceLooks | undefined {
  const field = page.object(looksId(vaultId, number))
  return field && LooksField.parse(field.contents)
}

/** The dynamic field for an added piece. */
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

/** The same field after its piece was minted. */
export const removedLooks = (packageId: string, vaultId: string, number: bigint): HeldObject => ({
  ...looksField(packageId, vaultId, number, { name: null, image_url: null, attributes: [] }),
  isGone: true,
})

const looksContents = (id: string, number: bigint, { name, image_url, attributes }: PieceLooks) =>
  LooksField.serialize({ id, number, name, image_url, attributes: [...attributes] }).toBytes()

/** The BCS of the looks, without the id and the number before them. */
export const looksBytes = (looks: PieceLooks): Uint8Array =>
  looksContents(`0x${'0'.repeat(64)}`, 0n, looks).subarray(40)

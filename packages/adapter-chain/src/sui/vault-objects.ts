import { type Address, amountOf, type VaultState } from '@dropkit/core'
import { parseStructTag } from '@mysten/sui/utils'
import { DropLayout, NftDropLayout } from './move-layouts.ts'
import type { ReadObject } from './read-objects.ts'
import { addressOf, amountFrom } from './sui-types.ts'

export interface VaultObject {
  readonly state: VaultState
  /** The table of its used nonces. It never changes. */
  readonly nonceTableId: Address
}

/** Null if the object is not a vault of this package. */
export function readVaultObject(object: ReadObject, packageId: Address): VaultObject | null {
  if (!object.type.includes('::')) return null
  const { address, module, name } = parseStructTag(object.type)
  if (addressOf(address) !== packageId) return null
  if (module === 'drop' && name === 'Drop') return readDrop(object.contents)
  return module === 'nft_drop' && name === 'NftDrop' ? readNftDrop(object.contents) : null
}

function readDrop(contents: Uint8Array): VaultObject {
  const { balance, deposited, public_key, used, is_paused } = DropLayout.parse(contents)
  return {
    state: {
      balance: amountFrom(balance.value),
      deposited: amountFrom(deposited),
      publicKey: Buffer.from(public_key).toString('base64'),
      isPaused: is_paused,
    },
    nonceTableId: addressOf(used.words.id),
  }
}

/** Pieces are minted when they are claimed, so the balance is the number of pieces that can still be minted. */
function readNftDrop(contents: Uint8Array): VaultObject {
  const { supply, minted, public_key, used, is_paused } = NftDropLayout.parse(contents)
  return {
    state: {
      balance: amountOf(BigInt(supply) - BigInt(minted)),
      deposited: amountFrom(supply),
      publicKey: Buffer.from(public_key).toString('base64'),
      isPaused: is_paused,
    },
    nonceTableId: addressOf(used.words.id),
  }
}

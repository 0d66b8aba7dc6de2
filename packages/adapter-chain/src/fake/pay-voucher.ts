import {
  type Address,
  amountOf,
  type ClaimedOnChain,
  ok,
  type Result,
  type SignedVoucher,
} from '@dropkit/core'
import { MAX_PIECES_PER_CLAIM, toIso } from '@dropkit/core/internal'
import { verifyVoucherSignature, voucherBytes } from '../vouchers.ts'
import type { Ledger, LedgerRule } from './ledger.ts'
import { credit, type LedgerPage, mintPieces, openVaultOf, putVault } from './ledger-page.ts'
import {
  abortWith,
  balanceKey,
  type MoveAbort,
  nonceKey,
  ownedKey,
  type VaultRecord,
} from './ledger-records.ts'

/** The keys that paying a voucher uses besides its vault. */
export function keysOfVoucher({ dropObjectId, nonce, claimer }: SignedVoucher, vault: VaultRecord): string[] {
  const given =
    vault.holds === 'coins' ? balanceKey(vault.coinType, claimer) : ownedKey(vault.coinType, claimer)
  return [nonceKey(dropObjectId, nonce), given]
}

export type IsGenuine = (voucher: SignedVoucher, publicKey: string) => boolean

/**
 * Verifies signatures and caches the results. They are verified before the locks are taken, with the vault's key at that
 * time. Under the locks, a signature is only verified again if the key was rotated in the meantime.
 */
export function createSignatureCheck(
  vouchers: readonly SignedVoucher[],
  vaults: ReadonlyMap<Address, VaultRecord>,
): IsGenuine {
  const checked = new Map<SignedVoucher, { readonly publicKey: string; readonly isGenuine: boolean }>()
  const isGenuine: IsGenuine = (voucher, publicKey) => {
    const known = checked.get(voucher)
    if (known?.publicKey === publicKey) return known.isGenuine
    const found = verifyVoucherSignature(voucherBytes(voucher), voucher.signature, publicKey)
    checked.set(voucher, { publicKey, isGenuine: found })
    return found
  }
  for (const voucher of vouchers) {
    const vault = vaults.get(voucher.dropObjectId)
    if (vault !== undefined) isGenuine(voucher, vault.publicKey)
  }
  return isGenuine
}

/** A transaction that only pays one voucher. Null if the vault does not exist. */
export async function voucherRule(
  ledger: Ledger,
  voucher: SignedVoucher,
  digest: string,
): Promise<LedgerRule | null> {
  const { dropObjectId } = voucher
  const vaults = await ledger.readVaults([dropObjectId])
  const vault = vaults.get(dropObjectId)
  if (vault === undefined) return null
  const isGenuine = createSignatureCheck([voucher], vaults)
  return {
    keys: keysOfVoucher(voucher, vault),
    vaultIds: [dropObjectId],
    apply(page) {
      const paid = payVoucher(page, voucher, { isGenuine, txHash: digest })
      return paid.ok ? ok({ claimed: [paid.value] }) : paid
    },
  }
}

/** Does what the Move contract does with a voucher: makes these checks in this order and pays the claimer. */
export function payVoucher(
  page: LedgerPage,
  voucher: SignedVoucher,
  {
    isGenuine,
    txHash,
    throughPause = false,
  }: { readonly isGenuine: IsGenuine; readonly txHash: string; readonly throughPause?: boolean | undefined },
): Result<ClaimedOnChain, MoveAbort> {
  const { dropObjectId, claimer, amount, nonce, expiresAt } = voucher
  const found = openVaultOf(page, dropObjectId)
  if (!found.ok) return found
  const vault = found.value
  if (vault.isPaused && !throughPause) return abortWith('EPaused', `the vault ${dropObjectId} is paused`)
  const what = `the voucher with nonce ${nonce}`
  if (!isGenuine(voucher, vault.publicKey)) {
    return abortWith('EBadSignature', `${what} is not signed by the drop's key`)
  }
  if (page.now >= expiresAt) {
    return abortWith(
      'EExpired',
      `${what} ran out at ${expiresAt}, and it is ${toIso(page.now)} (${page.now})`,
    )
  }
  if (page.read(nonceKey(dropObjectId, nonce)) !== undefined) {
    return abortWith('ENonceUsed', `${what} was paid before`)
  }
  if (vault.balance < amount) {
    return abortWith('EInsufficientVault', `the vault holds ${vault.balance}, ${what} is for ${amount}`)
  }
  if (vault.holds === 'pieces' && amount > MAX_PIECES_PER_CLAIM) {
    return abortWith(
      'ETooManyPieces',
      `${what} is for ${amount} pieces, the limit is ${MAX_PIECES_PER_CLAIM}`,
    )
  }

  putVault(page, dropObjectId, {
    ...vault,
    balance: amountOf(vault.balance - amount),
    paidCount: vault.paidCount + 1,
    isPaused: throughPause,
  })
  page.write(nonceKey(dropObjectId, nonce), txHash)
  const paid =
    vault.holds === 'coins'
      ? credit(page, vault.coinType, claimer, amount)
      : mintPieces(page, vault.coinType, claimer, amount)
  if (!paid.ok) return paid
  return ok({ dropObjectId, claimer, amount, nonce, txHash, at: page.now })
}

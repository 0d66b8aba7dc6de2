import { type Address, type Amount, amountOf, type Result } from '@dropkit/core'
import { normalizeType } from '../move-types.ts'
import { OPERATOR_ADDRESS } from './fake-accounts.ts'
import { balanceOf, debit, deposit, type LedgerPage, openVaultOf } from './ledger-page.ts'
import type { VaultRecord } from './ledger-records.ts'
import { abortWith, type MoveAbort } from './move-abort.ts'

/** Fills a vault from the operator's balance. If `mintsDeposits`, the missing part is minted. Pieces need no balance. */
export function fillVault(
  page: LedgerPage,
  vaultId: Address,
  vault: VaultRecord,
  { amount, mintsDeposits }: { readonly amount: Amount; readonly mintsDeposits: boolean },
): Result<null, MoveAbort> {
  if (vault.holds === 'coins') {
    const balance = balanceOf(page, vault.coinType, OPERATOR_ADDRESS)
    const taken = mintsDeposits && balance < amount ? balance : amount
    const debited = debit(page, vault.coinType, OPERATOR_ADDRESS, amountOf(taken))
    if (!debited.ok) return debited
  }
  return deposit(page, vaultId, vault, { amount })
}

/** The open vault. Aborts if the type argument is not the coin that the vault holds. */
export function vaultOfCoin(
  page: LedgerPage,
  vaultId: Address,
  coinType: string,
): Result<VaultRecord, MoveAbort> {
  const vault = openVaultOf(page, vaultId)
  if (!vault.ok || vault.value.holds === 'pieces') return vault
  return normalizeType(coinType) === vault.value.coinType
    ? vault
    : abortWith('EWrongCoin', `${vaultId} holds ${vault.value.coinType}, not ${coinType}`)
}

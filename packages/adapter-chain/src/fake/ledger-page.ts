import { type Address, type Amount, amountOf, type Instant, ok, type Result } from '@dropkit/core'
import { invariant, MAX_AMOUNT, withDeposit } from '@dropkit/core/internal'
import {
  abortWith,
  balanceKey,
  decodeRecord,
  encodeRecord,
  type MoveAbort,
  ownedKey,
  type VaultRecord,
  vaultKey,
} from './ledger-records.ts'

/**
 * The locked keys of one transaction and their pending changes. Nothing is written unless the whole transaction succeeds.
 */
export interface LedgerPage {
  /** The chain time of this transaction. */
  readonly now: Instant
  read(key: string): string | undefined
  write(key: string, value: string | null): void
  readonly writes: ReadonlyMap<string, string | null>
}

export function openPage(
  lockedKeys: readonly string[],
  values: ReadonlyMap<string, string>,
  now: Instant,
): LedgerPage {
  const locked = new Set(lockedKeys)
  const writes = new Map<string, string | null>()
  return {
    now,
    read(key) {
      invariant(locked.has(key), `${key} is read under its lock`)
      return writes.has(key) ? (writes.get(key) ?? undefined) : values.get(key)
    },
    write(key, value) {
      invariant(locked.has(key), `${key} is written under its lock`)
      writes.set(key, value)
    },
    writes,
  }
}

type Moved = Result<null, MoveAbort>

function add(page: LedgerPage, key: string, amount: Amount, whose: string): Moved {
  const sum = BigInt(page.read(key) ?? 0) + amount
  if (sum > MAX_AMOUNT) return abortWith('EBalanceOverflow', `${whose} would hold more than ${MAX_AMOUNT}`)
  page.write(key, String(sum))
  return ok(null)
}

export const balanceOf = (page: LedgerPage, coinType: string, owner: Address): Amount =>
  amountOf(BigInt(page.read(balanceKey(coinType, owner)) ?? 0))

export const credit = (page: LedgerPage, coinType: string, owner: Address, amount: Amount): Moved =>
  amount === 0n ? ok(null) : add(page, balanceKey(coinType, owner), amount, owner)

export function debit(page: LedgerPage, coinType: string, owner: Address, amount: Amount): Moved {
  const balance = balanceOf(page, coinType, owner)
  if (balance < amount) {
    return abortWith('EInsufficientBalance', `${owner} has ${balance} of ${coinType}, not ${amount}`)
  }
  if (amount > 0n) page.write(balanceKey(coinType, owner), String(balance - amount))
  return ok(null)
}

/** Mints objects of a type for an owner. */
export const mintPieces = (page: LedgerPage, type: string, owner: Address, count: Amount): Moved =>
  add(page, ownedKey(type, owner), count, owner)

/** The open vault. Aborts if it does not exist or is closed. */
export function openVaultOf(page: LedgerPage, vaultId: Address): Result<VaultRecord, MoveAbort> {
  const text = page.read(vaultKey(vaultId))
  if (text === undefined) return abortWith('ENoVault', `there is no vault ${vaultId}`)
  const vault = decodeRecord<VaultRecord>(text)
  return vault.isOpen ? ok(vault) : abortWith('EVaultClosed', `the vault ${vaultId} is closed`)
}

export const putVault = (page: LedgerPage, vaultId: Address, vault: VaultRecord): void =>
  page.write(vaultKey(vaultId), encodeRecord({ ...vault, seenAt: page.now }))

/**
 * Adds a deposit to an open vault, from a wallet or, if none is given, from the operator. The caller must debit the payer.
 */
export function deposit(
  page: LedgerPage,
  vaultId: Address,
  vault: VaultRecord,
  { amount, wallet }: { readonly amount: Amount; readonly wallet?: Address },
): Moved {
  if (vault.deposited + amount > MAX_AMOUNT) {
    return abortWith('EBalanceOverflow', `${vaultId} would have been given more than ${MAX_AMOUNT}`)
  }
  putVault(page, vaultId, {
    ...vault,
    balance: amountOf(vault.balance + amount),
    deposited: amountOf(vault.deposited + amount),
    walletDeposits:
      wallet === undefined ? vault.walletDeposits : withDeposit(vault.walletDeposits, wallet, amount),
  })
  return ok(null)
}

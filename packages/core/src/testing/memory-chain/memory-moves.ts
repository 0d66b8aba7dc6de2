import type { Address } from '../../domain/address.ts'
import { type Amount, amountOf } from '../../domain/amount.ts'
import { err, ok } from '../../domain/result.ts'
import type { Token } from '../../domain/token.ts'
import { unreachable } from '../../domain/unreachable.ts'
import type { ClaimedOnChain, OperatorAction, SignedVoucher } from '../../ports/chain.ts'
import {
  type Abort,
  credit,
  debit,
  type Ledger,
  type MoveContext,
  type Moved,
  noteCoin,
  openVaultOf,
} from './memory-ledger.ts'

/** What a wallet can have executed. */
export type WalletMove =
  | { readonly kind: 'deposit'; readonly dropObjectId: Address; readonly amount: Amount }
  | { readonly kind: 'claim'; readonly voucher: SignedVoucher }
  | { readonly kind: 'publish'; readonly token: Token; readonly operator: Address }
  | {
      readonly kind: 'transfer'
      readonly coinType: string
      readonly amount: Amount
      readonly to: Address
      readonly memo: string | null
    }

export interface MoveRules {
  /** Whether a vault's first deposit comes out of nothing. */
  readonly opensVaultsAtOnce: boolean
  readonly verifies: (publicKey: string, voucher: SignedVoucher) => boolean
  /** A new object's address, one for each name. */
  readonly addressFor: (name: string) => Address
}

/** Carries a move out on a draft of the ledger; after an abort the draft is worth nothing. */
export function makeMove(
  ledger: Ledger,
  move: OperatorAction | WalletMove,
  context: MoveContext,
  rules: MoveRules,
): Moved {
  switch (move.kind) {
    case 'open_vault':
      return openVault(ledger, move, context, rules)
    case 'fund_vault':
      return deposit(ledger, move.dropObjectId, move.deposit, context)
    case 'deposit':
      return deposit(ledger, move.dropObjectId, move.amount, context)
    case 'deliver_claims':
      return payVouchers(ledger, move.vouchers, context, rules)
    case 'claim':
      return payVouchers(ledger, [move.voucher], context, rules)
    case 'rotate_key': {
      const vault = openVaultOf(ledger, move.dropObjectId)
      if (!vault.ok) return vault
      ledger.vaults.set(move.dropObjectId, { ...vault.value, publicKey: move.publicKey })
      return ok({})
    }
    case 'close_vault': {
      const vault = openVaultOf(ledger, move.dropObjectId)
      if (!vault.ok) return vault
      credit(ledger, vault.value.coinType, move.leftoverTo ?? context.sender, vault.value.balance)
      ledger.vaults.set(move.dropObjectId, { ...vault.value, balance: 0n, isClosed: true })
      return ok({})
    }
    case 'pay':
      return transfer(ledger, { ...move, memo: null }, context)
    case 'transfer':
      return transfer(ledger, move, context)
    case 'publish':
      return publish(ledger, move, context, rules)
    default:
      return unreachable(move)
  }
}

function openVault(
  ledger: Ledger,
  action: Extract<OperatorAction, { kind: 'open_vault' }>,
  { sender, digest }: MoveContext,
  { opensVaultsAtOnce, addressFor }: MoveRules,
): Moved {
  const packageId = addressFor('package')
  const coinType = action.coinType ?? `${packageId}::undeployed::${action.tokenId.toUpperCase()}`
  if (!opensVaultsAtOnce) {
    if (action.coinType === null && action.type === 'TOKEN') return err('unknown_coin')
    const isMade = action.type === 'NFT'
    if (!isMade && !debit(ledger, coinType, sender, action.deposit)) return err('insufficient_funds')
  }
  const objectId = addressFor(`vault ${digest}`)
  ledger.vaults.set(objectId, {
    objectId,
    packageId,
    coinType,
    publicKey: action.publicKey,
    balance: action.deposit,
    deposited: action.deposit,
    used: new Set(),
    isClosed: false,
  })
  return ok({
    vaultsOpened: [{ dropObjectId: objectId, packageId, coinType }],
    deposits: action.deposit > 0n ? [{ dropObjectId: objectId, amount: action.deposit }] : [],
  })
}

function deposit(ledger: Ledger, dropObjectId: Address, amount: Amount, { sender }: MoveContext): Moved {
  const vault = openVaultOf(ledger, dropObjectId)
  if (!vault.ok) return vault
  const { coinType, balance, deposited } = vault.value
  if (!debit(ledger, coinType, sender, amount)) return err('insufficient_funds')
  ledger.vaults.set(dropObjectId, {
    ...vault.value,
    balance: amountOf(balance + amount),
    deposited: amountOf(deposited + amount),
  })
  return ok({ deposits: [{ dropObjectId, amount }] })
}

/** All of them or none: one voucher that is not good spoils its transaction. */
function payVouchers(
  ledger: Ledger,
  vouchers: readonly SignedVoucher[],
  context: MoveContext,
  rules: MoveRules,
): Moved {
  const claimed: ClaimedOnChain[] = []
  for (const voucher of vouchers) {
    const abort = payVoucher(ledger, voucher, context, rules)
    if (abort) return err(abort)
    const { dropObjectId, claimer, amount, nonce } = voucher
    claimed.push({ dropObjectId, claimer, amount, nonce, txHash: context.digest, at: context.now })
  }
  return ok({ claimed })
}

function payVoucher(
  ledger: Ledger,
  voucher: SignedVoucher,
  { now }: MoveContext,
  { verifies }: MoveRules,
): Abort | undefined {
  const found = openVaultOf(ledger, voucher.dropObjectId)
  if (!found.ok) return found.error
  const vault = found.value
  if (!verifies(vault.publicKey, voucher)) return 'bad_signature'
  if (now >= voucher.expiresAt) return 'voucher_expired'
  if (vault.used.has(voucher.nonce)) return 'nonce_used'
  if (vault.balance < voucher.amount) return 'insufficient_vault_balance'
  ledger.vaults.set(vault.objectId, {
    ...vault,
    balance: vault.balance - voucher.amount,
    used: new Set([...vault.used, voucher.nonce]),
  })
  credit(ledger, vault.coinType, voucher.claimer, voucher.amount)
  return undefined
}

function transfer(
  ledger: Ledger,
  { coinType, amount, to, memo }: Omit<Extract<WalletMove, { kind: 'transfer' }>, 'kind'>,
  { sender }: MoveContext,
): Moved {
  if (!debit(ledger, coinType, sender, amount)) return err('insufficient_funds')
  credit(ledger, coinType, to, amount)
  return ok({ payments: [{ from: sender, to, coinType, amount, memo }] })
}

function publish(
  ledger: Ledger,
  { token, operator }: Extract<WalletMove, { kind: 'publish' }>,
  { sender, digest }: MoveContext,
  { addressFor }: MoveRules,
): Moved {
  const packageId = addressFor(`package ${digest}`)
  const coinType = `${packageId}::coin::COIN`
  const { symbol, decimals, totalSupply, reserves } = token
  const address = addressFor(`coin ${digest}`)
  noteCoin(ledger, { coinType, packageId, address, symbol, decimals })
  credit(ledger, coinType, operator, reserves.communityDrops)
  credit(ledger, coinType, sender, totalSupply - reserves.communityDrops)
  const supply = totalSupply
  return ok({ published: [{ tokenId: token.id, packageId, address, coinType, symbol, decimals, supply }] })
}

import {
  type Address,
  type Amount,
  amountOf,
  type ClaimedOnChain,
  err,
  type OperatorAction,
  ok,
  type SignedVoucher,
  type Token,
} from '@dropkit/core'
import { MAX_PIECES_PER_CLAIM, sharesOfLeftover, unreachable, withDeposit } from '@dropkit/core/internal'
import {
  type Abort,
  balanceOf,
  credit,
  debit,
  isDenied,
  type Ledger,
  type MemoryVault,
  type MoveContext,
  type Moved,
  mint,
  noteCoin,
  openVaultOf,
} from './memory-ledger.ts'

/** A coin that a wallet publishes itself, not with a transaction that the chain prepared for a token. */
export interface OwnCoin {
  readonly symbol: string
  readonly decimals: number
  readonly supply: Amount
}

/** A transfer of coins by a wallet. */
export interface TransferMove {
  readonly coinType: string
  readonly amount: Amount
  readonly to: Address
  readonly memo: string | null
}

/** A move that a wallet can execute. */
export type WalletMove =
  | { readonly kind: 'deposit'; readonly dropObjectId: Address; readonly amount: Amount }
  | { readonly kind: 'claim'; readonly voucher: SignedVoucher }
  | { readonly kind: 'publish'; readonly token: Token; readonly operator: Address }
  | { readonly kind: 'publish_own'; readonly coin: OwnCoin }
  | ({ readonly kind: 'transfer' } & TransferMove)
  | { readonly kind: 'transfers'; readonly transfers: readonly TransferMove[] }

export interface MoveRules {
  /** Whether a vault's first deposit is minted. */
  readonly opensVaultsAtOnce: boolean
  readonly verifies: (publicKey: string, voucher: SignedVoucher) => boolean
  /** Returns the address of a new object, one per name. */
  readonly addressFor: (name: string) => Address
}

/** Applies a move to a draft of the ledger. After an abort, the draft must be discarded. */
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
      return ledger.vaults.get(move.dropObjectId)?.holds === 'pieces'
        ? raiseSupply(ledger, move)
        : deposit(ledger, move.dropObjectId, move.deposit, context)
    case 'deposit':
      return deposit(ledger, move.dropObjectId, move.amount, context)
    case 'deliver_claims':
      return move.throughPause
        ? payThroughPause(ledger, move.vouchers, context, rules)
        : payVouchers(ledger, move.vouchers, context, rules)
    case 'claim':
      return payVouchers(ledger, [move.voucher], context, rules)
    case 'rotate_key':
      return changeVault(ledger, move.dropObjectId, { publicKey: move.publicKey })
    case 'pause_vault':
      return changeVault(ledger, move.dropObjectId, { isPaused: true })
    case 'resume_vault':
      return changeVault(ledger, move.dropObjectId, { isPaused: false })
    case 'close_vault': {
      const vault = openVaultOf(ledger, move.dropObjectId)
      if (!vault.ok) return vault
      const { coinType } = vault.value
      ledger.vaults.set(move.dropObjectId, { ...vault.value, balance: 0n, isClosed: true })
      if (vault.value.holds === 'pieces') return ok({})
      let rest = vault.value.balance
      for (const { to, amount } of sharesOfLeftover(vault.value)) {
        credit(ledger, coinType, to, amount)
        rest -= amount
      }
      credit(ledger, coinType, context.sender, rest)
      return ok({})
    }
    case 'pay':
      return transfer(ledger, { ...move, memo: null }, context)
    case 'transfer':
      return transfer(ledger, move, context)
    case 'transfers':
      return transferAll(ledger, move.transfers, context)
    case 'publish': {
      const { id, symbol, decimals, totalSupply: supply, reserves } = move.token
      const packageId = rules.opensVaultsAtOnce
        ? packageOfToken(id, rules)
        : rules.addressFor(`package ${context.digest}`)
      const coin = { symbol, decimals, supply, packageId }
      credit(ledger, coinTypeIn(packageId), move.operator, reserves.communityDrops)
      credit(ledger, coinTypeIn(packageId), context.sender, supply - reserves.communityDrops)
      return publish(ledger, id, coin, context, rules)
    }
    case 'publish_own': {
      const packageId = rules.addressFor(`package ${context.digest}`)
      credit(ledger, coinTypeIn(packageId), context.sender, move.coin.supply)
      return publish(ledger, null, { ...move.coin, packageId }, context, rules)
    }
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
  const holds = action.type === 'NFT' ? 'pieces' : 'coins'
  const coinType =
    holds === 'pieces'
      ? `${addressFor(`pieces ${action.dropId}`)}::nft_drop::NFT`
      : (action.coinType ?? coinTypeIn(packageOfToken(action.tokenId, { addressFor })))
  if (holds === 'coins') {
    if (action.coinType === null && !opensVaultsAtOnce) return err('unknown_coin')
    const balance = balanceOf(ledger, coinType, sender)
    const taken = opensVaultsAtOnce && balance < action.deposit ? balance : action.deposit
    if (!debit(ledger, coinType, sender, taken)) return err('insufficient_funds')
  }
  const objectId = addressFor(`vault ${digest}`)
  ledger.vaults.set(objectId, {
    objectId,
    packageId,
    holds,
    coinType,
    publicKey: action.publicKey,
    balance: action.deposit,
    deposited: action.deposit,
    walletDeposits: [],
    used: new Set(),
    isPaused: false,
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
  const { coinType, balance, deposited, walletDeposits } = vault.value
  if (!debit(ledger, coinType, sender, amount)) return err('insufficient_funds')
  ledger.vaults.set(dropObjectId, {
    ...vault.value,
    balance: amountOf(balance + amount),
    deposited: amountOf(deposited + amount),
    walletDeposits: withDeposit(walletDeposits, sender, amount),
  })
  return ok({ deposits: [{ dropObjectId, amount }] })
}

/** Pieces are minted when they are claimed, so nothing is taken from the sender. */
function raiseSupply(
  ledger: Ledger,
  { dropObjectId, deposit: amount }: Extract<OperatorAction, { kind: 'fund_vault' }>,
): Moved {
  const vault = openVaultOf(ledger, dropObjectId)
  if (!vault.ok) return vault
  const raised = {
    balance: amountOf(vault.value.balance + amount),
    deposited: amountOf(vault.value.deposited + amount),
  }
  ledger.vaults.set(dropObjectId, { ...vault.value, ...raised })
  return ok({ deposits: [{ dropObjectId, amount }] })
}

function changeVault(
  ledger: Ledger,
  dropObjectId: Address,
  change: Partial<Pick<MemoryVault, 'publicKey' | 'isPaused'>>,
): Moved {
  const vault = openVaultOf(ledger, dropObjectId)
  if (!vault.ok) return vault
  ledger.vaults.set(dropObjectId, { ...vault.value, ...change })
  return ok({})
}

function payThroughPause(
  ledger: Ledger,
  vouchers: readonly SignedVoucher[],
  context: MoveContext,
  rules: MoveRules,
): Moved {
  const vaultIds = new Set(vouchers.map(({ dropObjectId }) => dropObjectId))
  for (const vaultId of vaultIds) changeVault(ledger, vaultId, { isPaused: false })
  const paid = payVouchers(ledger, vouchers, context, rules)
  for (const vaultId of vaultIds) changeVault(ledger, vaultId, { isPaused: true })
  return paid
}

/** Pays all vouchers or none: one invalid voucher aborts the transaction. */
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
  if (vault.isPaused) return 'vault_paused'
  if (!verifies(vault.publicKey, voucher)) return 'bad_signature'
  if (now >= voucher.expiresAt) return 'voucher_expired'
  if (vault.used.has(voucher.nonce)) return 'nonce_used'
  if (vault.balance < voucher.amount) return 'insufficient_vault_balance'
  if (isDenied(ledger, vault.coinType, voucher.claimer)) return 'coin_denied'
  if (vault.holds === 'pieces' && voucher.amount > MAX_PIECES_PER_CLAIM) return 'too_many_pieces'
  ledger.vaults.set(vault.objectId, {
    ...vault,
    balance: vault.balance - voucher.amount,
    used: new Set([...vault.used, voucher.nonce]),
  })
  if (vault.holds === 'pieces') mint(ledger, vault.coinType, voucher.claimer, Number(voucher.amount))
  else credit(ledger, vault.coinType, voucher.claimer, voucher.amount)
  return undefined
}

function transfer(
  ledger: Ledger,
  { coinType, amount, to, memo }: TransferMove,
  { sender }: MoveContext,
): Moved {
  if (!debit(ledger, coinType, sender, amount)) return err('insufficient_funds')
  if (isDenied(ledger, coinType, to)) return err('coin_denied')
  credit(ledger, coinType, to, amount)
  return ok({ payments: [{ from: sender, to, coinType, amount, memo }] })
}

/** Known before the token is published, so that its vaults can be opened earlier. */
const packageOfToken = (tokenId: string, { addressFor }: Pick<MoveRules, 'addressFor'>): Address =>
  addressFor(`token ${tokenId}`)

/** Makes all transfers in one transaction, or none. */
function transferAll(ledger: Ledger, transfers: readonly TransferMove[], context: MoveContext): Moved {
  const moved = transfers.map((one) => transfer(ledger, one, context))
  const failed = moved.find((one) => !one.ok)
  return failed ?? ok({ payments: moved.flatMap((one) => (one.ok ? (one.value.payments ?? []) : [])) })
}

const coinTypeIn = (packageId: Address): string => `${packageId}::coin::COIN`

function publish(
  ledger: Ledger,
  tokenId: string | null,
  { symbol, decimals, supply, packageId }: OwnCoin & { readonly packageId: Address },
  { digest }: MoveContext,
  rules: MoveRules,
): Moved {
  const coinType = coinTypeIn(packageId)
  const address = rules.addressFor(`coin ${digest}`)
  noteCoin(ledger, { coinType, packageId, address, symbol, decimals })
  return ok({ published: [{ tokenId, packageId, address, coinType, symbol, decimals, supply }] })
}

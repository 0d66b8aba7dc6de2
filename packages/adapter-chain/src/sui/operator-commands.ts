import type { Address, Amount, OperatorAction, Piece, SignedVoucher } from '@dropkit/core'
import { invariant, unreachable } from '@dropkit/core/internal'
import {
  Transaction,
  type TransactionArgument,
  type TransactionObjectArgument,
} from '@mysten/sui/transactions'
import { fromBase64 } from '@mysten/sui/utils'
import { type CoinRegistration, registerCoin } from './coin-registrations.ts'
import { type CollectionTargets, openCollection, publishCollection } from './open-collection.ts'
import type { OwnedRef, SharedRef } from './read-objects.ts'

/**
 * This number of claims stays well within the limits of one transaction: 128 KiB (a claim takes about 300 bytes), 1,024
 * commands, 1,024 events and 2,048 new objects.
 */
export const MAX_CLAIMS_PER_TRANSACTION = 250

/** The objects that an action uses, as they are on the chain. */
export interface ActionTargets {
  readonly packageId: Address
  /** The address that gets the `OwnerCap` of a vault that is opened. */
  readonly operator: Address
  readonly vault?: SharedRef | undefined
  readonly cap?: OwnedRef | undefined
  /** For a vault of pieces: its current supply. */
  readonly supply?: bigint | undefined
  /** For a vault of coins: what `close` would pay, the opener's share first. */
  readonly shares?: readonly Share[] | undefined
  /**
   * For an NFT drop that is opened: its published collection. Undefined until the collection is published; then the action
   * publishes it.
   */
  readonly collection?: CollectionTargets | undefined
  /** For a coin whose first vault is opened: the objects that complete its registration. */
  readonly registration?: CoinRegistration | null | undefined
}

type ActionOf<Kind extends OperatorAction['kind']> = Extract<OperatorAction, { readonly kind: Kind }>

/** The module of a vault, and the type arguments of its functions. */
export function vaultModuleOf(coinType: string, packageId: Address) {
  const ofPieces = `${packageId}::nft_drop::Nft<`
  return coinType.startsWith(ofPieces)
    ? ({ module: 'nft_drop', typeArguments: [coinType.slice(ofPieces.length, -1)] } as const)
    : ({ module: 'drop', typeArguments: [coinType] } as const)
}

/** The commands of an action. Building them requires no further lookup. */
export function transactionOf(action: OperatorAction, targets: ActionTargets): Transaction {
  const transaction = new Transaction()
  addCommands(transaction, action, targets)
  return transaction
}

function addCommands(transaction: Transaction, action: OperatorAction, targets: ActionTargets): void {
  switch (action.kind) {
    case 'open_vault': {
      const { collection } = targets
      if (action.type === 'NFT' && collection === undefined) {
        publishCollection(transaction, action)
        return
      }
      if (targets.registration) registerCoin(transaction, targets.registration)
      const cap =
        collection === undefined
          ? openVault(transaction, action, targets)
          : openCollection(transaction, action, targets.packageId, collection)
      transaction.transferObjects([cap], targets.operator)
      return
    }
    case 'fund_vault':
      fundVault(transaction, action, targets)
      return
    case 'deliver_claims':
      deliverClaims(transaction, action, targets)
      return
    case 'rotate_key':
      callWithCap(transaction, action, targets, {
        name: 'rotate_key',
        more: [bytesArgument(transaction, action.publicKey)],
      })
      return
    case 'pause_vault':
      callWithCap(transaction, action, targets, { name: 'pause' })
      return
    case 'resume_vault':
      callWithCap(transaction, action, targets, { name: 'resume' })
      return
    case 'close_vault':
      callWithCap(transaction, action, targets, { name: 'close' })
      return
    case 'pay': {
      const coin = coinFromBalance(transaction, action.coinType, action.amount)
      transaction.transferObjects([coin], action.to)
      return
    }
    default:
      unreachable(action)
  }
}

/**
 * Takes a coin from the sender's address balance. The transaction names no coin object, so none can be missing when it is
 * sent.
 */
function coinFromBalance(transaction: Transaction, coinType: string, amount: Amount | bigint) {
  if (amount === 0n) return transaction.moveCall({ target: '0x2::coin::zero', typeArguments: [coinType] })
  return transaction.moveCall({
    target: '0x2::coin::redeem_funds',
    typeArguments: [coinType],
    arguments: [transaction.withdrawal({ amount, type: coinType })],
  })
}

const bytesArgument = (transaction: Transaction, base64: string) =>
  transaction.pure.vector('u8', fromBase64(base64))

const textArgument = (transaction: Transaction, text: string) =>
  transaction.pure.vector('u8', new TextEncoder().encode(text))

function openVault(
  transaction: Transaction,
  { coinType, deposit, publicKey, dropId }: ActionOf<'open_vault'>,
  { packageId }: ActionTargets,
) {
  const key = bytesArgument(transaction, publicKey)
  const label = textArgument(transaction, dropId)
  invariant(coinType !== null, 'a vault of coins is opened once its coin is deployed')
  return transaction.moveCall({
    target: `${packageId}::drop::create`,
    typeArguments: [coinType],
    arguments: [coinFromBalance(transaction, coinType, deposit), key, label],
  })
}

function fundVault(transaction: Transaction, action: ActionOf<'fund_vault'>, targets: ActionTargets): void {
  if (vaultModuleOf(action.coinType, targets.packageId).module === 'drop') {
    const coin = coinFromBalance(transaction, action.coinType, action.deposit)
    addDeposit(transaction, action.coinType, coin, targets)
    return
  }
  let supply = given(targets.supply, 'how many pieces there are by now')
  const wanted = supply + action.deposit
  for (const piece of action.pieces ?? []) {
    callWithCap(transaction, action, targets, { name: 'add_piece', more: pieceArguments(transaction, piece) })
    supply = BigInt(piece.number)
  }
  if (supply < wanted)
    callWithCap(transaction, action, targets, { name: 'raise_supply', more: [transaction.pure.u64(wanted)] })
}

const pieceArguments = (transaction: Transaction, { number, name, imageUrl, attributes }: Piece) => [
  transaction.pure.u64(number),
  transaction.pure.option('string', name),
  transaction.pure.option('string', imageUrl),
  transaction.pure.vector(
    'string',
    attributes.map((attribute) => attribute.name),
  ),
  transaction.pure.vector(
    'string',
    attributes.map(({ value }) => value),
  ),
]

/** Deposits a coin into a vault of coins. Any sender may do so. */
export function addDeposit(
  transaction: Transaction,
  coinType: string,
  coin: TransactionObjectArgument,
  { packageId, vault }: Pick<ActionTargets, 'packageId' | 'vault'>,
): void {
  transaction.moveCall({
    target: `${packageId}::drop::fund`,
    typeArguments: [coinType],
    arguments: [vaultArgument(transaction, vault), coin],
  })
}

/** Pays a coin with a memo. Any sender may do so. */
export function addPayment(
  transaction: Transaction,
  coinType: string,
  coin: TransactionObjectArgument,
  { packageId, to, memo }: { readonly packageId: Address; readonly to: Address; readonly memo: string },
): void {
  transaction.moveCall({
    target: `${packageId}::payment::pay`,
    typeArguments: [coinType],
    arguments: [coin, transaction.pure.address(to), textArgument(transaction, memo)],
  })
}

function deliverClaims(
  transaction: Transaction,
  action: ActionOf<'deliver_claims'>,
  targets: ActionTargets,
): void {
  if (action.throughPause) callWithCap(transaction, action, targets, { name: 'resume' })
  addClaims(transaction, action.coinType, action.vouchers, targets)
  if (action.throughPause) callWithCap(transaction, action, targets, { name: 'pause' })
}

/** Redeems vouchers at their vault. All must be of this one vault, and any sender may do so. */
export function addClaims(
  transaction: Transaction,
  coinType: string,
  vouchers: readonly SignedVoucher[],
  { packageId, vault }: Pick<ActionTargets, 'packageId' | 'vault'>,
): void {
  const { module, typeArguments } = vaultModuleOf(coinType, packageId)
  const taken = vaultArgument(transaction, vault)
  const clock = transaction.object.clock()
  for (const { claimer, amount, nonce, expiresAt, signature } of vouchers) {
    transaction.moveCall({
      target: `${packageId}::${module}::claim`,
      typeArguments: [...typeArguments],
      arguments: [
        taken,
        transaction.pure.address(claimer),
        transaction.pure.u64(amount),
        transaction.pure.u64(nonce),
        transaction.pure.u64(expiresAt),
        bytesArgument(transaction, signature),
        clock,
      ],
    })
  }
}

/** The part of a vault's balance that belongs to one address. */
export interface Share {
  readonly to: Address
  readonly amount: bigint
}

/** Pays shares from a vault of coins. Then closes it, or pauses it so that nothing else takes the rest. */
export function sharesTransaction(
  coinType: string,
  shares: readonly Share[],
  targets: ActionTargets,
  last: 'close' | 'pause',
): Transaction {
  const transaction = new Transaction()
  for (const share of shares) if (share.amount > 0n) addShare(transaction, coinType, share, targets)
  callWithCap(transaction, { coinType }, targets, { name: last })
  return transaction
}

/** Pays one share from a vault of coins. */
export function shareTransaction(coinType: string, share: Share, targets: ActionTargets): Transaction {
  const transaction = new Transaction()
  addShare(transaction, coinType, share, targets)
  return transaction
}

function addShare(
  transaction: Transaction,
  coinType: string,
  { to, amount }: Share,
  targets: ActionTargets,
): void {
  const coin = callWithCap(transaction, { coinType }, targets, {
    name: 'withdraw',
    more: [transaction.pure.u64(amount)],
  })
  transaction.transferObjects([coin], to)
}

/** Calls `name(vault, cap, …more)`. */
function callWithCap(
  transaction: Transaction,
  { coinType }: { readonly coinType: string },
  { packageId, vault, cap }: ActionTargets,
  {
    name,
    more = [],
  }: {
    readonly name: 'rotate_key' | 'pause' | 'resume' | 'close' | 'raise_supply' | 'add_piece' | 'withdraw'
    readonly more?: readonly TransactionArgument[]
  },
) {
  const { module, typeArguments } = vaultModuleOf(coinType, packageId)
  return transaction.moveCall({
    target: `${packageId}::${module}::${name}`,
    typeArguments: [...typeArguments],
    arguments: [
      vaultArgument(transaction, vault),
      transaction.objectRef(given(cap, 'the rights over the vault')),
      ...more,
    ],
  })
}

function vaultArgument(transaction: Transaction, vault: SharedRef | undefined) {
  return transaction.sharedObjectRef({ ...given(vault, 'the vault'), mutable: true })
}

function given<T>(value: T | undefined, what: string): T {
  invariant(value !== undefined, `${what} was looked up`)
  return value
}

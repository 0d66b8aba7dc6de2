import {
  type Address,
  amountOf,
  type ClaimedOnChain,
  type CoinInfo,
  err,
  type Instant,
  ok,
  type PaymentOnChain,
  parseAddress,
  type Result,
  type TransactionEffects,
  type TransactionOutcome,
  type VaultState,
  type Voucher,
} from '@dropkit/core'
import { bytesOfHex, hexOfBytes, invariant, utf8, type WalletDeposit } from '@dropkit/core/internal'
import { sha256 } from '../doubles/test-cryptography.ts'

export interface MemoryVault {
  readonly objectId: Address
  readonly packageId: Address
  /** Pieces are minted when they are claimed. */
  readonly holds: 'coins' | 'pieces'
  /** The type of the coin or of the pieces. */
  readonly coinType: string
  readonly publicKey: string
  readonly balance: bigint
  readonly deposited: bigint
  readonly walletDeposits: readonly WalletDeposit[]
  readonly used: ReadonlySet<number>
  readonly isPaused: boolean
  /** A closed vault does not exist on the chain any more, but its payments stay recorded. */
  readonly isClosed: boolean
}

/** The state that transactions change, and that an abort restores. */
export interface Ledger {
  readonly vaults: Map<Address, MemoryVault>
  /** By coin type and owner. */
  readonly balances: Map<string, bigint>
  readonly coins: Map<string, CoinInfo>
  /** The number of objects by type and owner. */
  readonly objects: Map<string, number>
  /** Pairs of a coin and an owner that may not receive it, as for regulated coins. */
  readonly denied: Set<string>
}

const emptyLedger = (): Ledger => ({
  vaults: new Map(),
  balances: new Map(),
  coins: new Map(),
  objects: new Map(),
  denied: new Set(),
})

export const draftOf = ({ vaults, balances, coins, objects, denied }: Ledger): Ledger => ({
  vaults: new Map(vaults),
  balances: new Map(balances),
  coins: new Map(coins),
  objects: new Map(objects),
  denied: new Set(denied),
})

/** Why a transaction aborts. */
export type Abort =
  | 'unknown_vault'
  | 'unknown_coin'
  | 'coin_denied'
  | 'insufficient_funds'
  | 'insufficient_vault_balance'
  | 'too_many_pieces'
  | 'vault_paused'
  | 'bad_signature'
  | 'voucher_expired'
  | 'nonce_used'
  | 'not_signed_by_sender'

/** Whether neither time nor other transactions of the service can remove the cause of the abort. */
export const isFinal = (abort: Abort): boolean => abort === 'unknown_coin' || abort === 'coin_denied'

export type Moved = Result<Partial<TransactionEffects>, Abort>

export const NO_EFFECTS: Omit<TransactionEffects, 'sender' | 'at'> = {
  claimed: [],
  vaultsOpened: [],
  deposits: [],
  published: [],
  payments: [],
}

const balanceKey = (coinType: string, owner: Address): string => `${coinType} ${owner}`

export const balanceOf = (ledger: Ledger, coinType: string, owner: Address): bigint =>
  ledger.balances.get(balanceKey(coinType, owner)) ?? 0n

export function credit(ledger: Ledger, coinType: string, owner: Address, amount: bigint): void {
  ledger.balances.set(balanceKey(coinType, owner), amountOf(balanceOf(ledger, coinType, owner) + amount))
}

/** Sets whether an owner may receive a coin. */
export function setDenied(ledger: Ledger, coinType: string, owner: Address, isDenied: boolean): void {
  if (isDenied) ledger.denied.add(balanceKey(coinType, owner))
  else ledger.denied.delete(balanceKey(coinType, owner))
}

export const isDenied = (ledger: Ledger, coinType: string, owner: Address): boolean =>
  ledger.denied.has(balanceKey(coinType, owner))

/** Takes an amount from an owner. Returns false, and takes nothing, if the balance is too low. */
export function debit(ledger: Ledger, coinType: string, owner: Address, amount: bigint): boolean {
  const balance = balanceOf(ledger, coinType, owner)
  if (balance < amount) return false
  ledger.balances.set(balanceKey(coinType, owner), balance - amount)
  return true
}

export const objectsOf = (ledger: Ledger, type: string, owner: Address): number =>
  ledger.objects.get(balanceKey(type, owner)) ?? 0

/** Gives an owner new objects of a type. */
export function mint(ledger: Ledger, type: string, owner: Address, count: number): void {
  ledger.objects.set(balanceKey(type, owner), objectsOf(ledger, type, owner) + count)
}

export function openVaultOf(ledger: Ledger, objectId: Address): Result<MemoryVault, Abort> {
  const vault = ledger.vaults.get(objectId)
  return vault && !vault.isClosed ? ok(vault) : err('unknown_vault')
}

/** Records a coin that an owner holds as known to the chain, whatever its origin. */
export function noteCoin(ledger: Ledger, coin: CoinInfo): void {
  if (!ledger.coins.has(coin.coinType)) ledger.coins.set(coin.coinType, coin)
}

/** The time and the transaction of a move. */
export interface MoveContext {
  readonly now: Instant
  readonly digest: string
  readonly sender: Address
}

/** A signed move: the action, a number that makes equal moves different, and the time until which it may be sent. */
interface WrittenMove<Move> {
  readonly count: number
  readonly expiresAt: Instant
  readonly move: Move
}

/** Exists in every JavaScript engine, but not in every type library. */
declare const TextDecoder: new () => { decode(bytes: Uint8Array): string }

const decoder = new TextDecoder()

/** JSON with amounts as `{"$amount": "…"}`. */
export const writeMove = (written: WrittenMove<unknown>): string =>
  JSON.stringify(written, (_, value: unknown) =>
    typeof value === 'bigint' ? { $amount: String(value) } : value,
  )

export const readMove = <Move>(bytes: Uint8Array): WrittenMove<Move> =>
  JSON.parse(decoder.decode(bytes), (_, value: unknown) =>
    typeof value === 'object' && value !== null && '$amount' in value ? BigInt(String(value.$amount)) : value,
  ) as WrittenMove<Move>

const DOMAIN = utf8('dropkit::claim::v1')
const ADDRESS_BYTES = 32

/** BCS of `{domain: vector<u8>, drop_id: address, claimer: address, amount: u64, nonce: u64, expiry_ms: u64}`. */
export function memoryVoucherBytes(voucher: Voucher): Uint8Array {
  const bytes = new Uint8Array(1 + DOMAIN.length + 2 * ADDRESS_BYTES + 3 * 8)
  const view = new DataView(bytes.buffer)
  let at = 0
  const put = (part: Uint8Array) => {
    bytes.set(part, at)
    at += part.length
  }
  put(Uint8Array.of(DOMAIN.length))
  put(DOMAIN)
  for (const address of [voucher.dropObjectId, voucher.claimer]) {
    const part = bytesOfHex(address.slice(2))
    invariant(part?.length === ADDRESS_BYTES, `${address} is not a normalised address`)
    put(part)
  }
  for (const value of [voucher.amount, BigInt(voucher.nonce), BigInt(voucher.expiresAt)]) {
    view.setBigUint64(at, value, true)
    at += 8
  }
  return bytes
}

/** The state of the chain. It outlives the processes that use the chain. */
export interface MemoryChainState {
  ledger: Ledger
  /** The outcome of every accepted transaction, by digest. */
  readonly outcomes: Map<string, TransactionOutcome>
  readonly claims: ClaimedOnChain[]
  /** Payments to the treasury, in the order of the chain. */
  readonly payments: PaymentOnChain[]
  /** The number of transactions, which makes equal ones different. */
  count: number
  /** Why the chain does not answer. Null if it does. */
  outage: string | null
}

/** Creates a chain without transactions. */
export const createMemoryChainState = (): MemoryChainState => ({
  ledger: emptyLedger(),
  outcomes: new Map(),
  claims: [],
  payments: [],
  count: 0,
  outage: null,
})

/** The service's account, which fills vaults. */
export const MEMORY_OPERATOR = addressFor('operator')
/** The recipient of payments on the memory chain. */
export const MEMORY_TREASURY = addressFor('treasury')

/** Returns an address that depends only on the name. */
export function addressFor(name: string): Address {
  const address = parseAddress(`0x${hexOfBytes(sha256(utf8(`memory chain ${name}`)))}`, 'address')
  if (!address.ok) throw new Error(`no address for ${name}`)
  return address.value
}

/** A vault as the `Chain` port returns it. */
export const stateOf = ({ balance, deposited, publicKey, isPaused }: MemoryVault): VaultState => ({
  balance: amountOf(balance),
  deposited: amountOf(deposited),
  publicKey,
  isPaused,
})

/** A transaction's digest, computed from its bytes. */
export const digestOf = (bytes: string): string => hexOfBytes(sha256(utf8(bytes))).slice(0, 44)

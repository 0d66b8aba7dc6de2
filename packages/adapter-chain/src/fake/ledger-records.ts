import { createHash } from 'node:crypto'
import type { Address, Amount, Instant, OperatorAction, TransactionEffects } from '@dropkit/core'
import { unreachable, type WalletDeposit } from '@dropkit/core/internal'
import { fromBase58, toBase58 } from '@mysten/bcs'
import { moveNamesOf, typeName } from '../move-types.ts'

/** A drop's vault as it is stored on the chain. */
export interface VaultRecord {
  /** An NFT vault counts pieces, because they are minted when they are claimed. */
  readonly holds: 'coins' | 'pieces'
  /** The type of the coin or of the pieces. */
  readonly coinType: string
  readonly publicKey: string
  readonly balance: Amount
  readonly deposited: Amount
  /** The part of `deposited` that did not come from the operator, by wallet. */
  readonly walletDeposits: readonly WalletDeposit[]
  /** The number of vouchers it has paid. It orders the claims within one millisecond. */
  readonly paidCount: number
  readonly isOpen: boolean
  /** Undefined in records that were written before vaults could be paused. */
  readonly isPaused?: boolean
  /**
   * The latest time at which the vault was read. No later change gets an earlier time, so that "unused after its expiry"
   * stays true, whatever the clocks of several servers show.
   */
  readonly seenAt: Instant
}

export type TransactionRecord =
  | { readonly kind: 'succeeded'; readonly effects: TransactionEffects }
  | { readonly kind: 'failed'; readonly abort: MoveAbort; readonly at: Instant }

export interface CoinRecord {
  readonly coinType: string
  readonly packageId: Address
  readonly address: Address
  readonly symbol: string
  readonly decimals: number
}

/** The names of the fields that hold a bigint, at any depth of a record. */
const AMOUNT_FIELDS: ReadonlySet<string> = new Set(['amount', 'balance', 'deposit', 'deposited', 'supply'])

export const encodeRecord = (record: object): string =>
  JSON.stringify(record, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))

/** Reads what `encodeRecord` wrote. The caller must know the type of the record under its key. */
export const decodeRecord = <Record extends object>(text: string): Record =>
  JSON.parse(text, (field, value: unknown) =>
    AMOUNT_FIELDS.has(field) && typeof value === 'string' ? BigInt(value) : value,
  )

const ROOT = 'fake-chain'
const LONGEST_READABLE_TYPE = 200
const POSITION_DIGITS = 15

/** Keys have at most 400 characters. A type with many parameters can be longer, so it is hashed. */
const typePart = (type: string): string =>
  type.length <= LONGEST_READABLE_TYPE ? type : `sha256:${createHash('sha256').update(type).digest('hex')}`

/** How far the clock has been moved forward, in milliseconds. */
export const OFFSET_KEY = `${ROOT}/offset`

export const coinKey = (coinType: string): string => `${ROOT}/coin/${typePart(coinType)}`
export const balanceKey = (coinType: string, owner: Address): string =>
  `${ROOT}/balance/${typePart(coinType)}/${owner}`
/** The number of objects of a type that an owner has. */
export const ownedKey = (type: string, owner: Address): string => `${ROOT}/owned/${typePart(type)}/${owner}`

export const vaultKey = (vaultId: Address): string => `${ROOT}/vault/${vaultId}`
/** Each paid nonce has its own key, so that a claim costs the same after a million others. */
export const nonceKey = (vaultId: Address, nonce: number): string => `${ROOT}/nonce/${vaultId}/${nonce}`

export const transactionKey = (digest: string): string => `${ROOT}/transaction/${digest}`
/**
 * The latest time at which a transaction was looked up and not found. All digests with the same last character share a key,
 * so there are at most 58 keys, whatever is looked up.
 */
export const absenceKey = (digest: string): string => `${ROOT}/absence/${digest.at(-1)}`
/**
 * Counts the transactions that were sent or prepared for a subject, so that the same action twice gives two transactions.
 */
export const sequenceKey = (subject: string): string => `${ROOT}/sequence/${subject}`

/** Transactions with claims that have no position in the log yet. */
export const WAITING_PREFIX = `${ROOT}/log-waiting/`
export const waitingKey = (digest: string): string => WAITING_PREFIX + digest
/** The last assigned position in the log. */
export const LOG_HEAD_KEY = `${ROOT}/log-head`
export const LOG_PREFIX = `${ROOT}/log/`
export const logKey = (position: number): string =>
  LOG_PREFIX + String(position).padStart(POSITION_DIGITS, '0')
export const positionOf = (key: string): number => Number(key.slice(LOG_PREFIX.length))

/** The number of payments that the treasury has received, which is the number of the last one. */
export const PAYMENT_COUNT_KEY = `${ROOT}/payment-count`
/** Payments that are not in the log yet. */
export const WAITING_PAYMENT_PREFIX = `${ROOT}/payment-waiting/`
export const waitingPaymentKey = (digest: string): string => WAITING_PAYMENT_PREFIX + digest
export const PAYMENT_PREFIX = `${ROOT}/payment/`
export const paymentKey = (number: number): string =>
  PAYMENT_PREFIX + String(number).padStart(POSITION_DIGITS, '0')
export const paymentNumberOf = (key: string): number => Number(key.slice(PAYMENT_PREFIX.length))
export const sentPaymentPrefix = (sender: Address): string => `${ROOT}/payment-by/${sender}/`
/** Later numbers sort first. */
export const sentPaymentKey = (sender: Address, number: number): string =>
  sentPaymentPrefix(sender) + String(10 ** POSITION_DIGITS - 1 - number).padStart(POSITION_DIGITS, '0')

type Part = string | number | bigint

const DIGEST_BYTES = 32

const hashOf = (parts: readonly Part[]): Buffer =>
  createHash('sha256')
    .update(JSON.stringify(parts.map(String)))
    .digest()

/** A transaction digest in Sui's form: base58 of 32 bytes. The same parts always give the same digest. */
export const digestOf = (...parts: readonly Part[]): string => toBase58(hashOf(parts))

/** The id of an object, a package or an account, in Sui's form. The same parts always give the same id. */
export const objectIdOf = (...parts: readonly Part[]): Address =>
  `0x${hashOf(parts).toString('hex')}` as Address

/** Whether a text has the form of a digest. If not, it is not looked up. */
export function isDigest(text: string): boolean {
  try {
    return text.length <= 44 && fromBase58(text).length === DIGEST_BYTES
  } catch {
    return false
  }
}

const USUAL_DECIMALS = 9
const DECIMALS: Readonly<Record<string, number>> = { USDC: 6, USDT: 6 }

/**
 * The coin type that a token has from the start. A vault that is opened before the token is published holds the same coin
 * that the publication creates.
 */
export function coinTypeOfToken(tokenId: string, symbol: string): string {
  const { module, type } = moveNamesOf(symbol)
  return `${objectIdOf('token', tokenId)}::${module}::${type}`
}

/** A coin that comes from the faucet and was not published here. It is named after its type and has the usual decimals. */
export function foreignCoin(coinType: string): CoinRecord {
  const symbol = typeName(coinType)
  return {
    coinType,
    packageId: packageIdOf(coinType),
    address: objectIdOf('coin metadata', coinType),
    symbol,
    decimals: DECIMALS[symbol] ?? USUAL_DECIMALS,
  }
}

export const packageIdOf = (coinType: string): Address => coinType.slice(0, coinType.indexOf('::')) as Address

/** The service's own account. Vaults are filled from it, and leftovers return to it. */
export const OPERATOR_ADDRESS = objectIdOf('account', 'operator')
/** The account that receives payments and pays refunds. */
export const TREASURY_ADDRESS = objectIdOf('account', 'treasury')
/** The account that sends the coins of the faucet. */
export const FAUCET_ADDRESS = objectIdOf('account', 'faucet')
/** The package whose module holds the vaults. */
export const DROP_PACKAGE_ID = objectIdOf('package', 'drop')

/** Why a transaction fails. An abort changes nothing. The first five are checks of a voucher, in this order. */
export type MoveAbortName =
  | 'EPaused'
  | 'EBadSignature'
  | 'EExpired'
  | 'ENonceUsed'
  | 'EInsufficientVault'
  | 'ETooManyPieces'
  | 'ENoVault'
  | 'EVaultClosed'
  | 'EVaultChanged'
  | 'EWrongCoin'
  | 'EAlreadyPublished'
  | 'EBadPublicKey'
  | 'EInsufficientBalance'
  | 'EBalanceOverflow'

export interface MoveAbort {
  readonly name: MoveAbortName
  /** The details, for people. */
  readonly detail: string
}

export const abortWith = (name: MoveAbortName, detail: string) => ({
  ok: false as const,
  error: { name, detail } satisfies MoveAbort,
})

/** Neither time nor other transactions of the service can resolve these aborts. */
const FINAL: readonly MoveAbortName[] = ['EBalanceOverflow', 'EWrongCoin', 'EBadPublicKey']

export const abortText = ({ name, detail }: MoveAbort): string => `${name}: ${detail}`

/** An abort as the `Chain` port returns it. */
export const failureOf = (abort: MoveAbort) => ({
  reason: abortText(abort),
  isFinal: FINAL.includes(abort.name),
  isWrongKey: abort.name === 'EBadSignature',
})

const BASE = 2_000_000n
/** The gas of each voucher in a delivery: its event, its coin and its nonce. */
const VOUCHER = 1_000_000n
/** The storage cost of a vault and its `OwnerCap`. */
const VAULT_STORAGE = 13_000_000n

/**
 * The approximate cost of an action on Sui, including storage, in MIST. Nothing is paid on this chain; budgets count this
 * amount.
 */
export function nominalGasOf(action: OperatorAction): bigint {
  switch (action.kind) {
    case 'open_vault':
      return BASE + VAULT_STORAGE
    case 'deliver_claims':
      return BASE + VOUCHER * BigInt(action.vouchers.length)
    case 'fund_vault':
    case 'rotate_key':
    case 'pause_vault':
    case 'resume_vault':
    case 'close_vault':
    case 'pay':
      return BASE
    default:
      return unreachable(action)
  }
}

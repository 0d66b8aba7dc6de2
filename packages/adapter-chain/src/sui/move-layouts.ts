import { bcs } from '@mysten/sui/bcs'
import type { SuiClientTypes } from '@mysten/sui/client'
import { normalizeSuiAddress } from '@mysten/sui/utils'

/**
 * The BCS layouts of the structs of the Move package `dropkit`, and of the Sui structs in them. The order of the fields
 * matters. A `label` is the id of the drop in the store.
 */

const Balance = bcs.struct('Balance', { value: bcs.u64() })
const Table = bcs.struct('Table', { id: bcs.Address, size: bcs.u64() })
const Nonces = bcs.struct('Nonces', { words: Table })
const Funder = bcs.struct('Funder', { from: bcs.Address, amount: bcs.u64() })

export const DropLayout = bcs.struct('Drop', {
  id: bcs.Address,
  balance: Balance,
  deposited: bcs.u64(),
  public_key: bcs.byteVector(),
  used: Nonces,
  is_paused: bcs.bool(),
  funders: bcs.vector(Funder),
  label: bcs.byteVector(),
})

export const NftDropLayout = bcs.struct('NftDrop', {
  id: bcs.Address,
  name: bcs.string(),
  description: bcs.string(),
  image_url: bcs.string(),
  image_url_end: bcs.option(bcs.string()),
  attributes: bcs.vector(bcs.struct('Entry', { key: bcs.string(), value: bcs.string() })),
  supply: bcs.u64(),
  minted: bcs.u64(),
  public_key: bcs.byteVector(),
  used: Nonces,
  is_paused: bcs.bool(),
  label: bcs.byteVector(),
})

/** One word of the table of used nonces. Nonce n is bit n mod 256 of word n / 256. */
export const NonceWordLayout = bcs.struct('Field<u64, u256>', {
  id: bcs.Address,
  name: bcs.u64(),
  value: bcs.u256(),
})

export const ClockLayout = bcs.struct('Clock', { id: bcs.Address, timestamp_ms: bcs.u64() })

export const OpenedLayout = bcs.struct('Opened', {
  drop_id: bcs.Address,
  public_key: bcs.byteVector(),
  deposited: bcs.u64(),
  label: bcs.byteVector(),
})

/** The event of an NFT drop. `supply` is its initial supply. */
export const OpenedPiecesLayout = bcs.struct('Opened', {
  drop_id: bcs.Address,
  public_key: bcs.byteVector(),
  supply: bcs.u64(),
  label: bcs.byteVector(),
})

export const FundedLayout = bcs.struct('Funded', {
  drop_id: bcs.Address,
  from: bcs.Address,
  amount: bcs.u64(),
  deposited: bcs.u64(),
})

export const ClaimedLayout = bcs.struct('Claimed', {
  drop_id: bcs.Address,
  claimer: bcs.Address,
  amount: bcs.u64(),
  nonce: bcs.u64(),
})

export const PaidLayout = bcs.struct('Paid', {
  from: bcs.Address,
  recipient: bcs.Address,
  amount: bcs.u64(),
  reference: bcs.byteVector(),
})

interface AbortMeaning {
  /** The name that the fake chain uses if it has the same rule. */
  readonly name: string
  readonly meaning: string
}

/** The aborts of the package `dropkit`, with the messages of its sources. A code has the same meaning in each module. */
const DROPKIT_ABORTS: Readonly<Record<string, AbortMeaning>> = {
  1: { name: 'EPaused', meaning: 'Claims of this drop are paused.' },
  2: { name: 'EBadSignature', meaning: "The voucher is not signed by this drop's key for these values." },
  3: { name: 'EExpired', meaning: 'The voucher has expired.' },
  4: { name: 'ENonceUsed', meaning: 'The voucher was paid before.' },
  5: { name: 'EInsufficientVault', meaning: 'The vault holds less than this amount.' },
  6: { name: 'EWrongCap', meaning: 'The OwnerCap is for another vault.' },
  7: { name: 'EBadPublicKey', meaning: 'A public key must have 32 bytes.' },
  8: { name: 'EZeroAmount', meaning: 'The amount must be greater than 0.' },
  9: { name: 'EBalanceOverflow', meaning: 'The sum of all deposits must fit into 64 bits.' },
  10: { name: 'ETooManyPieces', meaning: 'A claim mints at most 250 pieces.' },
  11: { name: 'ESupplyNotRaised', meaning: 'The new supply must be greater than the old one.' },
  12: { name: 'EWrongProof', meaning: "The Publisher is not that of the collection's type." },
  13: { name: 'EUnevenAttributes', meaning: 'Each attribute must have one name and one value.' },
}

/** The framework aborts that our transactions can cause, by module and code. */
const FRAMEWORK_ABORTS: Readonly<Record<string, AbortMeaning>> = {
  'balance 1': { name: 'EBalanceOverflow', meaning: 'the supply would not fit into 64 bits' },
  'balance 2': { name: 'EInsufficientBalance', meaning: 'the account has less of the coin than that' },
}

const FRAMEWORK = normalizeSuiAddress('0x2')

/** Why a transaction failed, and whether a retry can ever help. */
export interface Failure {
  readonly reason: string
  readonly isFinal: boolean
  /** See `TransactionOutcome`. */
  readonly isWrongKey?: boolean
  /** The address that may not receive the coin, if that is the reason. */
  readonly denied?: string
}

type ExecutionError = Pick<SuiClientTypes.ExecutionError, 'message'> & {
  readonly $kind?: string
  readonly MoveAbort?: SuiClientTypes.MoveAbort
  readonly CoinDenyListError?: SuiClientTypes.CoinDenyListError
}

/**
 * A coin that is denied to its receiver, and a balance overflow, are final. Any other failure may be temporary, also the pause
 * of a coin.
 */
export function failureOf(error: ExecutionError, packageId: string): Failure {
  const abort = error.MoveAbort && meaningOf(error.MoveAbort, packageId)
  const denied = error.CoinDenyListError?.address
  const isFinal = denied !== undefined || abort?.name === 'EBalanceOverflow'
  const isWrongKey = abort?.name === 'EBadSignature'
  const reason = failureReason(error, packageId)
  return { reason, isFinal, isWrongKey, ...(denied === undefined ? {} : { denied }) }
}

/**
 * The reason why a transaction failed, for people. Uses the name of an abort if the package or the framework defines one.
 */
export function failureReason(
  error: Pick<SuiClientTypes.ExecutionError, 'message'> & { readonly MoveAbort?: SuiClientTypes.MoveAbort },
  packageId: string,
): string {
  const { MoveAbort: abort } = error
  const known = abort && meaningOf(abort, packageId)
  return known ? `${known.name}: ${known.meaning}` : error.message
}

function meaningOf(abort: SuiClientTypes.MoveAbort, packageId: string): AbortMeaning | undefined {
  const { location } = abort
  if (location?.package === undefined) return undefined
  const code = errorCodeOf(abort.abortCode)
  switch (normalizeSuiAddress(location.package)) {
    case normalizeSuiAddress(packageId):
      return DROPKIT_ABORTS[code]
    case FRAMEWORK:
      return FRAMEWORK_ABORTS[`${location.module} ${code}`] ?? spokenMeaning(abort)
    default:
      return undefined
  }
}

/** The abort's name and message, which the node reads from a module that defines them. */
function spokenMeaning({ cleverError }: SuiClientTypes.MoveAbort): AbortMeaning | undefined {
  const { constantName: name, constantType, value: meaning } = cleverError ?? {}
  // Without a type, it is unknown whether the value is text or Base64.
  return name !== undefined && meaning !== undefined && constantType === 'vector<u8>'
    ? { name, meaning }
    : undefined
}

/**
 * The version of abort codes that contain an error code: 4 bits of version, 4 unused, 8 of the error code, 16 of the line.
 */
const CLEVER_VERSION = 0xcn
const NO_ERROR_CODE = '255'

/**
 * Returns the number that the source gives a constant with `#[error(code = …)]`. The compiler combines it in the abort code
 * with the line, which changes with every edit. Other abort codes are returned unchanged.
 */
function errorCodeOf(abortCode: string): string {
  const bits = BigInt(abortCode)
  if (bits >> 60n !== CLEVER_VERSION) return abortCode
  const code = String((bits >> 48n) & 0xffn)
  return code === NO_ERROR_CODE ? abortCode : code
}

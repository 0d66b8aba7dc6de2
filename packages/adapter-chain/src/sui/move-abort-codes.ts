import type { SuiClientTypes } from '@mysten/sui/client'
import { normalizeSuiAddress } from '@mysten/sui/utils'

interface AbortMeaning {
  /** As the fake chain names it, where that has the same rule. */
  readonly name: string
  readonly meaning: string
}

/** The package `dropkit`: the same code says the same in each of its modules. */
const DROPKIT_ABORTS: Readonly<Record<string, AbortMeaning>> = {
  1: { name: 'EPaused', meaning: 'claims of the drop are paused' },
  2: { name: 'EBadSignature', meaning: "the voucher is not signed by the drop's key" },
  3: { name: 'EExpired', meaning: 'the voucher ran out' },
  4: { name: 'ENonceUsed', meaning: 'the voucher was paid before' },
  5: { name: 'EInsufficientVault', meaning: 'the vault holds less than that' },
  6: { name: 'EWrongCap', meaning: "the capability is another drop's" },
  7: { name: 'EBadPublicKey', meaning: 'a public key has 32 bytes' },
  8: { name: 'EZeroAmount', meaning: 'the amount is 0' },
  9: { name: 'EBalanceOverflow', meaning: 'the vault would have been given more than 64 bits can hold' },
  10: { name: 'ETooManyPieces', meaning: 'so many pieces are not minted at once' },
  11: { name: 'ESupplyNotRaised', meaning: 'a supply is only ever raised' },
  12: { name: 'EWrongProof', meaning: "the proof is another collection's" },
  13: { name: 'EUnevenAttributes', meaning: 'each attribute has one name and one value' },
}

/** What our transactions can run into in the framework, by module and code. */
const FRAMEWORK_ABORTS: Readonly<Record<string, AbortMeaning>> = {
  'balance 1': { name: 'EBalanceOverflow', meaning: 'the supply would not fit into 64 bits' },
  'balance 2': { name: 'EInsufficientBalance', meaning: 'the account has less of the coin than that' },
}

const FRAMEWORK = normalizeSuiAddress('0x2')

/** Why a transaction failed, and whether trying it again can ever help. */
export interface Failure {
  readonly reason: string
  readonly isFinal: boolean
  /** The address that may not receive the coin, if that is the reason. */
  readonly denied?: string
}

type ExecutionError = Pick<SuiClientTypes.ExecutionError, 'message'> & {
  readonly $kind?: string
  readonly MoveAbort?: SuiClientTypes.MoveAbort
  readonly CoinDenyListError?: SuiClientTypes.CoinDenyListError
}

/** A coin that is denied to its receiver or paused, and a balance that cannot grow, stay so. All else may pass. */
export function failureOf(error: ExecutionError, packageId: string): Failure {
  const abort = error.MoveAbort && meaningOf(error.MoveAbort, packageId)
  const isFinal = error.$kind === 'CoinDenyListError' || abort?.name === 'EBalanceOverflow'
  const denied = error.CoinDenyListError?.address
  return { reason: failureReason(error, packageId), isFinal, ...(denied === undefined ? {} : { denied }) }
}

/** Why a transaction failed, for whoever reads it. Aborts of the package and of the framework have names. */
export function failureReason(
  error: Pick<SuiClientTypes.ExecutionError, 'message'> & { readonly MoveAbort?: SuiClientTypes.MoveAbort },
  packageId: string,
): string {
  const { MoveAbort: abort } = error
  const known = abort && meaningOf(abort, packageId)
  return known ? `${known.name}: ${known.meaning}` : error.message
}

function meaningOf(
  { abortCode, location }: SuiClientTypes.MoveAbort,
  packageId: string,
): AbortMeaning | undefined {
  if (location?.package === undefined) return undefined
  switch (normalizeSuiAddress(location.package)) {
    case normalizeSuiAddress(packageId):
      return DROPKIT_ABORTS[abortCode]
    case FRAMEWORK:
      return FRAMEWORK_ABORTS[`${location.module} ${abortCode}`]
    default:
      return undefined
  }
}

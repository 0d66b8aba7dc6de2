import type { OperatorAction } from '@dropkit/core'
import { unreachable } from '@dropkit/core/internal'

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

/** Whether neither time nor other transactions of the service can resolve the abort. */
export const isFinalAbort = ({ name }: MoveAbort): boolean =>
  name === 'EBalanceOverflow' || name === 'EWrongCoin' || name === 'EBadPublicKey'

export const abortText = ({ name, detail }: MoveAbort): string => `${name}: ${detail}`

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

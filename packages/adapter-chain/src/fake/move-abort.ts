/** Why a transaction fails; each leaves everything as it was. The first five are the voucher's, in this order. */
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
  /** What exactly, for whoever reads it. */
  readonly detail: string
}

export const abortWith = (name: MoveAbortName, detail: string) => ({
  ok: false as const,
  error: { name, detail } satisfies MoveAbort,
})

/** Those that time and other transactions of the service cannot end. */
export const isFinalAbort = ({ name }: MoveAbort): boolean =>
  name === 'EBalanceOverflow' || name === 'EWrongCoin' || name === 'EBadPublicKey'

export const abortText = ({ name, detail }: MoveAbort): string => `${name}: ${detail}`

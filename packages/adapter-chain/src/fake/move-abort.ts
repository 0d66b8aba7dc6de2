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

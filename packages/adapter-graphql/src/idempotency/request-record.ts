import type { Effect } from '@dropkit/core'

/** The source of an answer's voucher, and its expiry. */
export interface VoucherNote {
  readonly claimId: string
  readonly expiresAt: number
  /** The public key of the key that signed it. */
  readonly publicKey: string
}

/** The state of a running request with an Idempotency-Key. */
export interface RequestRecord {
  /** The effect of an earlier attempt. If set, only the answer is built, and nothing is done. */
  readonly effect: Effect | null
  /** Whether the mutation was reached. */
  hasRun: boolean
  /** Whether the mutation was refused for a temporary reason, in an answer without an error. */
  isRetryable: boolean
  voucher: VoucherNote | null
}

export const createRequestRecord = (effect: Effect | null): RequestRecord => ({
  effect,
  hasRun: false,
  isRetryable: false,
  voucher: null,
})

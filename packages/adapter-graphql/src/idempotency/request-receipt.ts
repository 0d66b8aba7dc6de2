import type { Effect } from '@dropkit/core'

/** Where the voucher of an answer comes from, and until when it is good. */
export interface VoucherNote {
  readonly claimId: string
  readonly expiresAt: number
  /** The key under which it was signed. */
  readonly publicKey: string
}

/** What is known of a request with an Idempotency-Key while it runs. */
export interface RequestReceipt {
  /** What an earlier try did: then only its answer is made up, and nothing is done. */
  readonly effect: Effect | null
  /** Whether its mutation was reached at all. */
  hasRun: boolean
  /** Whether it was refused, in an answer that is no error, for something that may pass. */
  isRetryable: boolean
  voucher: VoucherNote | null
}

export const createRequestReceipt = (effect: Effect | null): RequestReceipt => ({
  effect,
  hasRun: false,
  isRetryable: false,
  voucher: null,
})

import type { ServerRefusalCode } from './generated/refusal-codes.ts'

/** Codes of refusals that the client itself creates. */
export type ClientRefusalCode =
  /** No answer arrived. The operation may have had an effect. */
  | 'UNREACHABLE'
  /** The caller's `AbortSignal` aborted the operation. It may have had an effect. */
  | 'ABORTED'
  /** The answer does not come from a Dropkit server. */
  | 'BAD_ANSWER'
  /** The wallet or its user declined. */
  | 'WALLET_DECLINED'
  /**
   * The payment has expired, was cancelled or refunded, or the drop's owner must review it. `details.status` says which. If
   * it expired or was cancelled and `details.txHash` is set, that transaction may still arrive: do not pay again.
   */
  | 'PAYMENT_NOT_CONFIRMED'
  /** The payment costs more than the order's `price`, and nothing was paid: `details.price` and `details.currency`. */
  | 'PRICE_CHANGED'
  /** The chain refused the claim permanently. */
  | 'CLAIM_FAILED'

export type RefusalCode = ServerRefusalCode | ClientRefusalCode

/** Why an operation failed. */
export interface Refusal {
  /** For programs. Newer servers may send codes that the type lacks, so give each `switch` a default. */
  readonly code: RefusalCode
  /** Why, more exactly than `code`, if that has several reasons. */
  readonly reason?: string
  /** A message in English. */
  readonly message: string
  /** Whether the same request may succeed later. */
  readonly retryable: boolean
  /** The argument or input field that is wrong. */
  readonly field?: string
  readonly retryAfterMs?: number
  /** Depends on the code; see the reference of errors. */
  readonly details: Readonly<Record<string, unknown>>
  /** Identifies the request in the server's log. */
  readonly requestId?: string
  /** The error of the wallet, of the function `prove`, or of loading the client. */
  readonly cause?: unknown
}

/** The result of an operation: its value, or the refusal. */
export type Result<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly refusal: Refusal }

export const ok = <Value>(value: Value): Result<Value> => ({ ok: true, value })

export const refused = (refusal: Refusal): { readonly ok: false; readonly refusal: Refusal } => ({
  ok: false,
  refusal,
})

export const refusalOf = (
  code: RefusalCode,
  message: string,
  more: Partial<Omit<Refusal, 'code' | 'message'>> = {},
): Refusal => ({ code, message, retryable: false, details: {}, ...more })

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

export const NO_ANSWER = refused(refusalOf('BAD_ANSWER', 'The service gave an empty answer'))

export const ABORTED: Refusal = refusalOf('ABORTED', 'The operation was aborted')

export const notLoaded = (cause: unknown) =>
  refused(refusalOf('UNREACHABLE', 'The client could not be loaded', { retryable: true, cause }))

/** Reads the `extensions` of an error. Fields of unexpected types are ignored. */
export function readRefusal(message: unknown, extensions: unknown): Refusal {
  const given: Readonly<Record<string, unknown>> = isRecord(extensions) ? extensions : {}
  const { code, reason, retryable, field, retryAfterMs, details, requestId } = given
  return {
    code: (typeof code === 'string' ? code : 'BAD_ANSWER') as RefusalCode,
    message: typeof message === 'string' ? message : 'The service refused without a reason',
    retryable: retryable === true,
    details: isRecord(details) ? details : {},
    ...(typeof reason === 'string' ? { reason } : {}),
    ...(typeof field === 'string' ? { field } : {}),
    ...(typeof retryAfterMs === 'number' && retryAfterMs >= 0 ? { retryAfterMs } : {}),
    ...(typeof requestId === 'string' ? { requestId } : {}),
  }
}

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

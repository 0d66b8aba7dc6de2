import {
  err,
  ok,
  type Result,
  type StoreUnavailable as Unavailable,
  type UniqueConflict,
} from '@dropkit/core'

/** The database cannot be reached or could not run a request. A change that fails with this may have been committed. */
export class StoreUnavailable extends Error implements Unavailable {
  override readonly name = 'StoreUnavailable'
  readonly retryable: boolean

  constructor(message: string, options: { readonly retryable: boolean; readonly cause?: unknown }) {
    super(message, { cause: options.cause })
    this.retryable = options.retryable
  }
}

/** Ends a transaction because a value that must be unique is taken. */
export class UniqueViolation extends Error {
  readonly field: UniqueConflict['field']

  constructor(field: UniqueConflict['field'], cause: unknown) {
    super(`unique value taken: ${field}`, { cause })
    this.name = 'UniqueViolation'
    this.field = field
  }
}

/**
 * Another request has taken over the Idempotency-Key of this request, or this request has taken effect before. It must not
 * change anything any more.
 */
export class LeaseLost extends Error {
  constructor() {
    super('this request may have no more effects under its Idempotency-Key')
    this.name = 'LeaseLost'
  }
}

const FIELDS: { readonly [index: string]: UniqueConflict['field'] } = {
  drops_shortcode: 'shortcode',
  users_username: 'username',
  users_identity_provider_id: 'identityProviderId',
  users_wallet_address: 'walletAddress',
  api_keys_secret_hash: 'secretHash',
  sessions_secret_hash: 'secretHash',
  used_payments_tx_hash: 'txHash',
}

/** The input field that a unique index belongs to. Undefined for an index that only a bug can violate. */
export const fieldOfIndex = (index: string | undefined): UniqueConflict['field'] | undefined =>
  index === undefined ? undefined : FIELDS[index]

/** Returns a unique conflict as an error result instead of throwing it. */
export async function orConflict<T>(committed: Promise<T>): Promise<Result<T, UniqueConflict>> {
  try {
    return ok(await committed)
  } catch (cause) {
    if (cause instanceof UniqueViolation) return err({ kind: 'unique_conflict', field: cause.field })
    throw cause
  }
}

import { DAY_MS } from '../domain/instant.ts'
import type { UnpaidLimit } from '../domain/payment/create-intent.ts'
import type { Refusal } from '../domain/refusal.ts'
import { RETRY_SECONDS } from '../domain/webhook.ts'

/** The numbers that an operator may choose. `DEFAULT_SETTINGS` applies without them. */
export interface Settings {
  /** How long a voucher is valid. */
  readonly voucherLifetimeMs: number
  /** How long a buyer has to pay. */
  readonly paymentLifetimeMs: number
  /** How long after an intent's expiry a payment for it is still watched. */
  readonly latePaymentWatchMs: number
  /** How long after a voucher's expiry the chain is first asked whether it was used. */
  readonly expiryMarginMs: number
  /** The number of days for which events are kept at least. 0 (the default) keeps them forever. */
  readonly eventRetentionDays: number
  /** Seconds to wait before the 2nd, 3rd, … attempt of a webhook delivery. */
  readonly webhookRetrySeconds: readonly number[]
  /** How long a wallet stays signed in. */
  readonly sessionLifetimeMs: number
  /** The largest number of claims, or of lottery entries, on one drop in one transaction. */
  readonly maxClaimsPerBatch: number
  /** The largest number of waiting claims over all drops, and of waiting lottery entries. More are refused. */
  readonly maxWaitingClaims: number
  /**
   * The longest wait of claims under sustained overload; a burst may wait longer. Claims that would wait longer are refused
   * and told when to retry.
   */
  readonly maxClaimWaitMs: number
  /**
   * Limits on what one user can cause; 0 (the default) for no limit. They need the port `keyValues`. Gas is in the chain's
   * smallest unit: what the service pays per UTC day for transactions of one user's drops, and of all users' drops
   * together.
   */
  readonly gasPerUserDay: number
  readonly gasPerDay: number
  readonly dropsPerUserDay: number
  readonly tokensPerUserDay: number
  /** Refunds and payouts that a user may request or retry per UTC day. The service pays the gas of each. */
  readonly transfersPerUserDay: number
  /** Bytes that a user may have in the store in all; see `measureStore`. */
  readonly storedBytesPerUser: number
  /** Bytes that a user may add to the store per UTC day; see `storedBytesOf`. */
  readonly storedBytesPerUserDay: number
  /** Payment intents that a user may create per hour, on all drops and on one drop, including cancelled ones. */
  readonly intentsPerUserHour: number
  readonly intentsPerDropHour: number
  /** Users that are created per hour by wallets that sign in from one network address. Existing users are not counted. */
  readonly newUsersPerAddressHour: number
  /** Claims that a drop may ever get, EXPIRED and FAILED ones included. */
  readonly claimsPerDrop: number
  /** Open vaults of drops, and unpaid payment intents, that a user may have at the same time. */
  readonly openVaultsPerUser: number
  readonly openIntentsPerUser: number
  /**
   * What one wallet, and one user, may hold unpaid of a drop: a number of items and a percentage of the drop's items,
   * whichever is less, but always one item. 0 (the default) for no limit.
   */
  readonly unpaidItemsPerBuyer: number
  readonly unpaidPercentPerBuyer: number
}

/** The settings that apply if `createDropkit` gets no others. */
export const DEFAULT_SETTINGS: Settings = {
  voucherLifetimeMs: 15 * 60_000,
  paymentLifetimeMs: 15 * 60_000,
  latePaymentWatchMs: 24 * 60 * 60_000,
  expiryMarginMs: 2_000,
  eventRetentionDays: 0,
  webhookRetrySeconds: RETRY_SECONDS,
  sessionLifetimeMs: 30 * DAY_MS,
  maxClaimsPerBatch: 250,
  maxWaitingClaims: 20_000,
  maxClaimWaitMs: 150,
  gasPerUserDay: 0,
  gasPerDay: 0,
  dropsPerUserDay: 0,
  tokensPerUserDay: 0,
  transfersPerUserDay: 0,
  storedBytesPerUser: 0,
  storedBytesPerUserDay: 0,
  intentsPerUserHour: 0,
  intentsPerDropHour: 0,
  newUsersPerAddressHour: 0,
  claimsPerDrop: 0,
  openVaultsPerUser: 0,
  openIntentsPerUser: 0,
  unpaidItemsPerBuyer: 0,
  unpaidPercentPerBuyer: 0,
}

/** The limit on unpaid items in the form of the payment rules. */
export const unpaidLimitOf = (
  settings: Pick<Settings, 'unpaidItemsPerBuyer' | 'unpaidPercentPerBuyer'>,
): UnpaidLimit => ({
  items: settings.unpaidItemsPerBuyer,
  percentOfDrop: settings.unpaidPercentPerBuyer,
})

/** Settings that make no sense below 1: a batch of no claims would never end. */
const AT_LEAST_ONE: readonly string[] = [
  'voucherLifetimeMs',
  'paymentLifetimeMs',
  'sessionLifetimeMs',
  'maxClaimsPerBatch',
  'maxWaitingClaims',
]

/** The smallest value of a setting. */
export const leastOf = (name: string): number => (AT_LEAST_ONE.includes(name) ? 1 : 0)

/** The given settings, completed with the defaults. Throws and names a wrong setting. */
export function withDefaults(given: Partial<Settings> | null | undefined): Settings {
  const told = Object.entries(given ?? {}).filter(([, value]) => value !== undefined)
  for (const [name, value] of told) assertSetting(name, value)
  return { ...DEFAULT_SETTINGS, ...Object.fromEntries(told) }
}

function assertSetting(name: string, value: unknown): void {
  if (!Object.hasOwn(DEFAULT_SETTINGS, name))
    throw new TypeError(`There is no setting ${name}; there are ${Object.keys(DEFAULT_SETTINGS).join(', ')}`)
  if (name === 'webhookRetrySeconds') {
    const isWait = (one: unknown) => Number.isFinite(one) && Number(one) >= 0
    if (Array.isArray(value) && value.every(isWait)) return
    throw new TypeError(`The setting ${name} must be a list of numbers of at least 0`)
  }
  if (!Number.isSafeInteger(value) || Number(value) < leastOf(name))
    throw new TypeError(`The setting ${name} must be a whole number of at least ${leastOf(name)}`)
}

/** How much a user may have at the same time, whatever the settings are. An API key counts until it is revoked. */
export const FIXED_LIMITS = { webhooksPerUser: 100, apiKeysPerUser: 1_000 } as const

const WORDS = {
  webhooksPerUser: ['webhooks', 'delete'],
  apiKeysPerUser: ['API keys', 'revoke'],
} as const

export function fixedLimitReached(limit: keyof typeof FIXED_LIMITS): Refusal {
  const [things, remedy] = WORDS[limit]
  const value = FIXED_LIMITS[limit]
  return {
    kind: 'conflict',
    reason: 'LIMIT_REACHED',
    message: `You have ${value} ${things}, the most that a user may have; ${remedy} one first`,
    details: { limit, value },
  }
}

import { DAY_MS } from '../domain/instant.ts'
import type { UnpaidLimit } from '../domain/payment/unpaid-limit.ts'
import { RETRY_SECONDS } from '../domain/webhook.ts'

/** The numbers that an operator may choose; `DEFAULT_SETTINGS` is what the service promises without them. */
export interface Settings {
  /** How long a voucher is good for. */
  readonly voucherLifetimeMs: number
  /** How long a buyer has to pay. */
  readonly paymentLifetimeMs: number
  /** For how long after an intent expired a payment for it is still looked for. */
  readonly latePaymentWatchMs: number
  /** How long after a voucher's expiry the chain is first asked whether it was used. */
  readonly expiryMarginMs: number
  /** Seconds to wait before the 2nd, 3rd, … attempt of a webhook delivery. */
  /** For how many days events are kept at least; 0 to keep them for ever, which is so unless given. */
  readonly eventRetentionDays: number
  readonly webhookRetrySeconds: readonly number[]
  /** How long a signed-in wallet stays signed in. */
  readonly sessionLifetimeMs: number
  /** The most claims on one drop that share a transaction. */
  readonly maxClaimsPerBatch: number
  /** The most claims that may wait, over all drops, before further ones are turned away. */
  readonly maxWaitingClaims: number
  /**
   * How long claims may have to wait where more come than can be served; a crowd that comes at once may wait longer.
   * Those that would wait longer are turned away, and told when to come back.
   */
  readonly maxClaimWaitMs: number
  /**
   * What one user may cause; 0 for no limit, which all of these are unless given. They need the port `keyValues`. The
   * gas, in the chain's smallest unit, is what the service pays a UTC day for transactions of a user's drops, and for
   * those of all users together.
   */
  readonly gasPerUserDay: number
  readonly gasPerDay: number
  readonly dropsPerUserDay: number
  readonly tokensPerUserDay: number
  /** Bytes that a user may add to the store in a UTC day; see `storedBytesOf`. */
  readonly storedBytesPerUserDay: number
  /** Payment intents that a user may make in an hour, on all drops and on one, cancelled ones included. */
  readonly intentsPerUserHour: number
  readonly intentsPerDropHour: number
  /** Open vaults of drops, and unpaid payment intents, that a user may have at the same time. */
  readonly openVaultsPerUser: number
  readonly openIntentsPerUser: number
  /**
   * What one wallet, and one user, may hold unpaid of a drop: so many items and so many percent of the drop's items,
   * whichever is less, but always one item. 0 for no limit, which both are unless given.
   */
  readonly unpaidItemsPerBuyer: number
  readonly unpaidPercentPerBuyer: number
}

/** What counts where `createDropkit` is told nothing else. */
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
  storedBytesPerUserDay: 0,
  intentsPerUserHour: 0,
  intentsPerDropHour: 0,
  openVaultsPerUser: 0,
  openIntentsPerUser: 0,
  unpaidItemsPerBuyer: 0,
  unpaidPercentPerBuyer: 0,
}

/** The limit on what may be held unpaid, as the rule of purchases takes it. */
export const unpaidLimitOf = (
  settings: Pick<Settings, 'unpaidItemsPerBuyer' | 'unpaidPercentPerBuyer'>,
): UnpaidLimit => ({
  items: settings.unpaidItemsPerBuyer,
  percentOfDrop: settings.unpaidPercentPerBuyer,
})

/** What makes no sense below 1: a batch of no claims would never end. */
const AT_LEAST_ONE: readonly string[] = [
  'voucherLifetimeMs',
  'paymentLifetimeMs',
  'sessionLifetimeMs',
  'maxClaimsPerBatch',
  'maxWaitingClaims',
]

/** The least that a setting may be. */
export const leastOf = (name: string): number => (AT_LEAST_ONE.includes(name) ? 1 : 0)

/** The settings that are given, and the usual ones for what is left out or undefined. Throws, and names the one that is wrong. */
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

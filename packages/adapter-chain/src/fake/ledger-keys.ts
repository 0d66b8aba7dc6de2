import { createHash } from 'node:crypto'
import type { Address } from '@dropkit/core'

const ROOT = 'fake-chain'
const LONGEST_READABLE_TYPE = 200
const POSITION_DIGITS = 15

/** Keys have at most 400 characters. A type with many parameters can be longer, so it is hashed. */
const typePart = (type: string): string =>
  type.length <= LONGEST_READABLE_TYPE ? type : `sha256:${createHash('sha256').update(type).digest('hex')}`

/** How far the clock has been moved forward, in milliseconds. */
export const OFFSET_KEY = `${ROOT}/offset`

export const coinKey = (coinType: string): string => `${ROOT}/coin/${typePart(coinType)}`
export const balanceKey = (coinType: string, owner: Address): string =>
  `${ROOT}/balance/${typePart(coinType)}/${owner}`
/** The number of objects of a type that an owner has. */
export const ownedKey = (type: string, owner: Address): string => `${ROOT}/owned/${typePart(type)}/${owner}`

export const vaultKey = (vaultId: Address): string => `${ROOT}/vault/${vaultId}`
/** Each paid nonce has its own key, so that a claim costs the same after a million others. */
export const nonceKey = (vaultId: Address, nonce: number): string => `${ROOT}/nonce/${vaultId}/${nonce}`

export const transactionKey = (digest: string): string => `${ROOT}/transaction/${digest}`
/**
 * The latest time at which a transaction was looked up and not found. All digests with the same last character share a key,
 * so there are at most 58 keys, whatever is looked up.
 */
export const absenceKey = (digest: string): string => `${ROOT}/absence/${digest.at(-1)}`
/**
 * Counts the transactions that were sent or prepared for a subject, so that the same action twice gives two transactions.
 */
export const sequenceKey = (subject: string): string => `${ROOT}/sequence/${subject}`

/** Transactions with claims that have no position in the log yet. */
export const WAITING_PREFIX = `${ROOT}/log-waiting/`
export const waitingKey = (digest: string): string => WAITING_PREFIX + digest
/** The last assigned position in the log. */
export const LOG_HEAD_KEY = `${ROOT}/log-head`
export const LOG_PREFIX = `${ROOT}/log/`
export const logKey = (position: number): string =>
  LOG_PREFIX + String(position).padStart(POSITION_DIGITS, '0')
export const positionOf = (key: string): number => Number(key.slice(LOG_PREFIX.length))

/** The number of payments that the treasury has received, which is the number of the last one. */
export const PAYMENT_COUNT_KEY = `${ROOT}/payment-count`
/** Payments that are not in the log yet. */
export const WAITING_PAYMENT_PREFIX = `${ROOT}/payment-waiting/`
export const waitingPaymentKey = (digest: string): string => WAITING_PAYMENT_PREFIX + digest
export const PAYMENT_PREFIX = `${ROOT}/payment/`
export const paymentKey = (number: number): string =>
  PAYMENT_PREFIX + String(number).padStart(POSITION_DIGITS, '0')
export const paymentNumberOf = (key: string): number => Number(key.slice(PAYMENT_PREFIX.length))
export const sentPaymentPrefix = (sender: Address): string => `${ROOT}/payment-by/${sender}/`
/** Later numbers sort first. */
export const sentPaymentKey = (sender: Address, number: number): string =>
  sentPaymentPrefix(sender) + String(10 ** POSITION_DIGITS - 1 - number).padStart(POSITION_DIGITS, '0')

import { type Address, parseAddress } from '../domain/address.ts'
import { parseAmount } from '../domain/amount.ts'
import type { PaymentIntentStatus, SeenPayment } from '../domain/payment/payment-intent.ts'
import { badInput, type Refusal } from '../domain/refusal.ts'
import { err, ok, type Result } from '../domain/result.ts'
import { noTextRefusal } from '../domain/text.ts'
import type { Chain, Page } from '../ports/index.ts'

/** The largest number of records on one page. */
export const MAX_LIMIT = 200
const DEFAULT_LIMIT = 50

/** The requested page, as the caller wrote it: at most `limit` records after the id `after`. */
export interface PageInput {
  readonly limit?: number | null | undefined
  readonly after?: string | null | undefined
}

/** Parses `limit` and `after`. `read` turns an id into a cursor, or returns undefined if the id is invalid. */
export function parsePage<After>(
  input: PageInput,
  read: (id: string) => After | undefined,
  defaultLimit = DEFAULT_LIMIT,
): Result<Page<After>, Refusal> {
  const limit = parseLimit(input.limit, defaultLimit)
  if (!limit.ok) return limit
  if (input.after == null) return ok({ limit: limit.value })
  const after = read(input.after)
  return after === undefined
    ? err(badInput('after', 'WRONG_FORMAT', 'after must be the id of an element of this list'))
    : ok({ limit: limit.value, after })
}

/** Parses the number of records on a page: 1 to `maxLimit`. */
export function parseLimit(
  limit: number | null | undefined,
  defaultLimit = DEFAULT_LIMIT,
  maxLimit = MAX_LIMIT,
): Result<number, Refusal> {
  const value = limit ?? defaultLimit
  if (Number.isInteger(value) && value >= 1 && value <= maxLimit) return ok(value)
  const error =
    typeof value === 'number' ? `1 to ${maxLimit}, it is ${value}` : `a number from 1 to ${maxLimit}`
  return err(badInput('limit', 'OUT_OF_RANGE', `limit must be ${error}`, { least: 1, most: maxLimit }))
}

/** The accounts of the service. */
export type Accounts = Pick<Chain, 'treasuryAddress' | 'operatorAddress'>

/**
 * Parses the wallet that buys or gets a payout. It cannot be the treasury: money that the treasury sends to itself would
 * count as received or paid out, although nothing has moved.
 */
export function parsePayee(
  { treasuryAddress }: Accounts,
  text: string,
  field: string,
): Result<Address, Refusal> {
  const address = parseAddress(text, field)
  return address.ok && address.value === treasuryAddress ? err(treasuryRefusal(field)) : address
}

/**
 * Parses the wallet that buys. It cannot be an account of the service, because what these send to the treasury is no
 * payment.
 */
export function parseBuyer(accounts: Accounts, text: string, field: string): Result<Address, Refusal> {
  const address = parsePayee(accounts, text, field)
  return address.ok && isOwnAccount(accounts, address.value)
    ? err(
        badInput(
          field,
          'SERVICE_ADDRESS',
          `${field} is the operator's account of this service. Use the address of another wallet`,
        ),
      )
    : address
}

/** Whether an address is an account of the service. Transfers between its accounts are no payments. */
export const isOwnAccount = ({ treasuryAddress, operatorAddress }: Accounts, address: Address): boolean =>
  address === treasuryAddress || address === operatorAddress

/** Parses the wallet that a claim is for. */
export function parseClaimer(accounts: Accounts, text: string, field: string): Result<Address, Refusal> {
  const address = parseAddress(text, field)
  return address.ok && isOnlyTreasury(accounts, address.value) ? err(treasuryRefusal(field)) : address
}

/** Whether an address is the treasury and nothing else. If it is also the operator's account, it may claim. */
export const isOnlyTreasury = ({ treasuryAddress, operatorAddress }: Accounts, address: Address): boolean =>
  address === treasuryAddress && address !== operatorAddress

/** Refuses the treasury as a receiver. */
export const treasuryRefusal = (field: string): Refusal =>
  badInput(
    field,
    'SERVICE_ADDRESS',
    `${field} is the treasury of this service, which receives its payments. Use the address of another wallet`,
  )

const TX_HASH = /^[\w.:-]{1,128}$/

/** Parses a transaction's hash. Only the chain knows whether the transaction exists. */
export function parseTxHash(text: string, field = 'txHash'): Result<string, Refusal> {
  const noText = noTextRefusal(text, field)
  if (noText) return err(noText)
  const trimmed = text.trim()
  return TX_HASH.test(trimmed)
    ? ok(trimmed)
    : err(badInput(field, 'NO_TX_HASH', `${field} must be the hash of a transaction`))
}

/** A payment that the caller has seen, as the caller wrote it. */
export interface SeenPaymentInput {
  readonly txHash: string
  /** In the smallest unit of the coin that was paid. */
  readonly receivedAtomic: string
  readonly receivedCoinType: string
  /** Default: not compared. */
  readonly status?: PaymentIntentStatus | null | undefined
}

/** Null if the caller does not say what it saw. */
export function parseSeenPayment(
  input: SeenPaymentInput | null | undefined,
): Result<SeenPayment | null, Refusal> {
  if (input == null) return ok(null)
  const txHash = parseTxHash(input.txHash, 'seen.txHash')
  if (!txHash.ok) return txHash
  const amount = parseAmount(input.receivedAtomic, 'seen.receivedAtomic')
  if (!amount.ok) return amount
  const { receivedCoinType: coinType, status = null } = input
  const noText = noTextRefusal(coinType, 'seen.receivedCoinType')
  return noText ? err(noText) : ok({ txHash: txHash.value, amount: amount.value, coinType, status })
}

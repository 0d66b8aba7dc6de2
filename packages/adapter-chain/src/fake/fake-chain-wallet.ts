import {
  type Address,
  type Amount,
  err,
  type Instant,
  ok,
  parseAddress,
  type Refusal,
  type Result,
} from '@dropkit/core'
import { normalizeType, parsePositiveAmount } from '@dropkit/core/internal'
import type { MoveAbortName } from './ledger-records.ts'

/** Why an action on the fake chain failed. It is returned, not thrown. */
export type FakeChainError =
  /** The input is invalid or names something that does not exist. Nothing was recorded. */
  | { readonly kind: 'bad_input'; readonly field: string; readonly reason: string }
  /** The transaction failed, as on Sui. It is recorded as failed under its digest and changed nothing else. */
  | {
      readonly kind: 'aborted'
      readonly abort: MoveAbortName
      readonly reason: string
      readonly txHash: string
    }
  | { readonly kind: 'chain_unavailable'; readonly reason: string }

export type WalletAnswer = Promise<Result<{ readonly txHash: string }, FakeChainError>>
export type ClockAnswer = Promise<Result<{ readonly now: Instant }, FakeChainError>>

/**
 * Untrusted fields. Each action validates its own: addresses and types in any form that Sui accepts, amounts and numbers as
 * decimal strings or safe integers.
 */
type Given<Fields extends string> = { readonly [Field in Fields]?: unknown }

/** The actions of users on the fake chain: those of a wallet, and those that control its clock and its connection. */
export interface FakeChainWallet {
  /** Creates coins. The chain knows the coin from then on. */
  faucet(input: Given<'address' | 'coinType' | 'amount'>): WalletAnswer
  /** A memo, if given, is stored with the payment. */
  transfer(input: Given<'from' | 'to' | 'coinType' | 'amount' | 'memo'>): WalletAnswer
  /** Sends the bytes that one of the chain's `prepare…` methods for wallets returned. The same bytes take effect once. */
  execute(input: Given<'sender' | 'transactionBytes'>): WalletAnswer
  mintNft(input: Given<'owner' | 'type'>): WalletAnswer
  /** Redeems a voucher at its vault; `expiry` is in Unix milliseconds. */
  claim(input: Given<'dropObjectId' | 'claimer' | 'amount' | 'nonce' | 'expiry' | 'signature'>): WalletAnswer
  /**
   * Moves the clock of the chain and of the service forward. The offset is stored, and every server on the store uses it.
   */
  advance(input: Given<'seconds'>): ClockAnswer
  /**
   * Makes the chain unreachable for this many seconds of the machine's clock; 0 makes it reachable again. Meanwhile all
   * other methods return `chain_unavailable`. The outage is held in memory: other servers do not see it, and a restart ends
   * it.
   */
  outage(input: Given<'seconds'>): ClockAnswer
}

type Read<Value> = Result<Value, FakeChainError>

const MAX_MEMO_LENGTH = 1_000
/** Ten years. */
const MAX_SECONDS = 315_360_000
const WHOLE_NUMBER = /^(?:0|[1-9][0-9]{0,15})$/

export const badInput = (field: string, reason: string) =>
  err<FakeChainError>({ kind: 'bad_input', field, reason })

export const noVault = (field: string, dropObjectId: Address) =>
  badInput(field, `there is no vault ${dropObjectId}`)

/** Reads all fields. Returns the error of the first field that is invalid. */
export function readAll<Values extends Record<string, unknown>>(
  readers: {
    readonly [Field in keyof Values]: Read<Values[Field]>
  },
): Read<Values> {
  const values: Partial<Values> = {}
  for (const field of Object.keys(readers) as (keyof Values)[]) {
    const read = readers[field]
    if (!read.ok) return read
    values[field] = read.value
  }
  return ok(values as Values)
}

export const readAddress = (value: unknown, field: string): Read<Address> =>
  readText(value, field, (text) => fromRefusal(parseAddress(text, field), field))

/** Must be at least 1. */
export function readAmount(value: unknown, field: string): Read<Amount> {
  const text = Number.isSafeInteger(value) ? String(value) : value
  return readText(text, field, (digits) => fromRefusal(parsePositiveAmount(digits, field), field))
}

/** Returns the type in its normal form. */
export const readType = (value: unknown, field: string): Read<string> =>
  readText(value, field, (text) => {
    const type = normalizeType(text)
    return type === undefined ? badInput(field, `${field} must be a type such as 0x2::sui::SUI`) : ok(type)
  })

export function readWholeNumber(value: unknown, field: string): Read<number> {
  const isNumber = typeof value === 'number' ? value >= 0 : WHOLE_NUMBER.test(String(value))
  const number = isNumber ? Number(value) : Number.NaN
  return Number.isSafeInteger(number)
    ? ok(number)
    : badInput(field, `${field} must be a whole number, at least 0`)
}

export function readSeconds(value: unknown, field: string): Read<number> {
  const read = readWholeNumber(value, field)
  if (!read.ok || read.value <= MAX_SECONDS) return read
  return badInput(field, `${field} must be at most ${MAX_SECONDS}`)
}

export function readMemo(value: unknown, field: string): Read<string | null> {
  if (value === undefined || value === null) return ok(null)
  return readText(value, field, (text) =>
    text.length <= MAX_MEMO_LENGTH
      ? ok(text)
      : badInput(field, `${field} must have at most ${MAX_MEMO_LENGTH} characters`),
  )
}

export function readText<Value = string>(
  value: unknown,
  field: string,
  read: (text: string) => Read<Value>,
): Read<Value> {
  if (value === undefined || value === null) return badInput(field, `${field} is missing`)
  return typeof value === 'string' ? read(value) : badInput(field, `${field} must be a text`)
}

function fromRefusal<Value>(parsed: Result<Value, Refusal>, field: string): Read<Value> {
  if (parsed.ok) return parsed
  const { error } = parsed
  return badInput(field, error.kind === 'bad_user_input' ? error.message : `${field} cannot be read`)
}

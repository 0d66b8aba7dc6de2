import {
  type Address,
  type Amount,
  amountOf,
  type Chain,
  ok,
  parseAmount,
  type Result,
  type SignedVoucher,
  type Token,
} from '@dropkit/core'
import { MAX_AMOUNT, normalizeType } from '@dropkit/core/internal'
import {
  badInput,
  type FakeChainError,
  readAddress,
  readAll,
  readAmount,
  readMemo,
  readText,
  readType,
  readWholeNumber,
} from './fake-chain-wallet.ts'
import type { Ledger } from './ledger.ts'
import { digestOf, encodeRecord } from './ledger-records.ts'

/** A transaction for a user's wallet. On this chain, its bytes are this object as JSON in base64. */
export type WalletTransaction = {
  readonly sender: Address
  /** Distinguishes two transactions with the same action. */
  readonly sequence: number
} & (
  | {
      readonly kind: 'publish'
      /**
       * The token that is published, so that the transaction cannot confirm another token. Null for a wallet's own coin.
       */
      readonly tokenId: string | null
      readonly symbol: string
      readonly decimals: number
      /** The amount that is minted to the operator's account, from which vaults are filled. */
      readonly forDrops: Amount
      /** The amount that is minted to the sender. */
      readonly forOwner: Amount
    }
  | {
      readonly kind: 'deposit'
      readonly dropObjectId: Address
      readonly coinType: string
      readonly amount: Amount
    }
  /** A voucher. Any sender may submit it. */
  | ({ readonly kind: 'claim' } & SignedVoucher)
  | {
      readonly kind: 'pay'
      readonly to: Address
      readonly coinType: string
      readonly amount: Amount
      readonly memo: string | null
    }
)

type Read<Value> = Result<Value, FakeChainError>

const FIELD = 'transactionBytes'
const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/

export const encodeWalletTransaction = (transaction: WalletTransaction): string =>
  Buffer.from(encodeRecord(transaction)).toString('base64')

/** Reads untrusted bytes. Returns the transaction and its digest. */
export function readWalletTransaction(
  bytes: unknown,
): Read<{ readonly transaction: WalletTransaction; readonly digest: string }> {
  return readText(bytes, FIELD, (text) => {
    const trimmed = text.trim()
    if (!BASE64.test(trimmed)) return badInput(FIELD, `${FIELD} must be base64`)
    const decoded = Buffer.from(trimmed, 'base64').toString()
    const fields = parseObject(decoded)
    if (fields === undefined) return badInput(FIELD, `${FIELD} are not a transaction of this chain`)
    const transaction = readFields(fields)
    return transaction.ok && isWithinSupply(transaction.value)
      ? ok({ transaction: transaction.value, digest: digestOf('wallet', decoded) })
      : unreadable
  })
}

const isWithinSupply = (transaction: WalletTransaction): boolean =>
  transaction.kind !== 'publish' || transaction.forDrops + transaction.forOwner <= MAX_AMOUNT

const unreadable = badInput(FIELD, `${FIELD} must be what a prepare… operation gave`)

function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const parsed: unknown = JSON.parse(text)
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : undefined
  } catch {
    return undefined
  }
}

function readFields(fields: Readonly<Record<string, unknown>>): Read<WalletTransaction> {
  const sender = readAddress(fields['sender'], FIELD)
  const sequence = readWholeNumber(fields['sequence'], FIELD)
  switch (fields['kind']) {
    case 'publish':
      return readAll({
        kind: ok('publish' as const),
        sender,
        sequence,
        tokenId: readTokenId(fields['tokenId']),
        symbol: readText(fields['symbol'], FIELD, ok),
        decimals: readWholeNumber(fields['decimals'], FIELD),
        forDrops: readMintedAmount(fields['forDrops']),
        forOwner: readMintedAmount(fields['forOwner']),
      })
    case 'deposit':
      return readAll({
        kind: ok('deposit' as const),
        sender,
        sequence,
        dropObjectId: readAddress(fields['dropObjectId'], FIELD),
        coinType: readType(fields['coinType'], FIELD),
        amount: readAmount(fields['amount'], FIELD),
      })
    case 'claim':
      return readAll({
        kind: ok('claim' as const),
        sender,
        sequence,
        dropObjectId: readAddress(fields['dropObjectId'], FIELD),
        // Transactions that an earlier release prepared have no claimer: the sender is paid.
        claimer: readAddress(fields['claimer'] ?? fields['sender'], FIELD),
        amount: readAmount(fields['amount'], FIELD),
        nonce: readWholeNumber(fields['nonce'], FIELD),
        expiresAt: readWholeNumber(fields['expiresAt'], FIELD),
        signature: readText(fields['signature'], FIELD, ok),
      })
    case 'pay':
      return readAll({
        kind: ok('pay' as const),
        sender,
        sequence,
        to: readAddress(fields['to'], FIELD),
        coinType: readType(fields['coinType'], FIELD),
        amount: readAmount(fields['amount'], FIELD),
        memo: readMemo(fields['memo'], FIELD),
      })
    default:
      return unreadable
  }
}

const readTokenId = (value: unknown): Read<string | null> =>
  value === null ? ok(null) : readText(value, FIELD, ok)

/** May be 0. The fields are not named amounts, because the record's field names decide which values are bigints. */
const readMintedAmount = (value: unknown): Read<Amount> =>
  readText(value, FIELD, (text) => {
    const amount = parseAmount(text, FIELD)
    return amount.ok ? amount : unreadable
  })

interface Preparer {
  prepareTokenDeployment(token: Token, sender: Address): Promise<string>
  prepareDeposit(
    vault: { readonly dropObjectId: Address; readonly coinType: string },
    amount: Amount,
    sender: Address,
  ): Promise<string>
  prepareClaim(voucher: SignedVoucher, coinType: string, sender: Address): Promise<string>
  preparePayment(payment: Parameters<Chain['preparePayment']>[0], sender: Address): Promise<string>
}

/** Builds the bytes that users' wallets send. Each has a number, so that the same action twice gives two transactions. */
export function createPreparer(ledger: Ledger): Preparer {
  return {
    async prepareTokenDeployment({ id: tokenId, symbol, decimals, totalSupply, reserves }, sender) {
      return encodeWalletTransaction({
        kind: 'publish',
        sender,
        sequence: await ledger.nextSequence(sender),
        tokenId,
        symbol,
        decimals,
        forDrops: reserves.communityDrops,
        forOwner: amountOf(totalSupply - reserves.communityDrops),
      })
    },

    async prepareDeposit({ dropObjectId, coinType }, amount, sender) {
      return encodeWalletTransaction({
        kind: 'deposit',
        sender,
        sequence: await ledger.nextSequence(sender),
        dropObjectId,
        coinType: normalizeType(coinType) ?? coinType,
        amount,
      })
    },

    async prepareClaim({ dropObjectId, claimer, amount, nonce, expiresAt, signature }, _coinType, sender) {
      const sequence = await ledger.nextSequence(sender)
      const voucher = { dropObjectId, claimer, amount, nonce, expiresAt, signature }
      return encodeWalletTransaction({ kind: 'claim', sender, sequence, ...voucher })
    },

    async preparePayment({ to, coinType, amount, memo }, sender) {
      return encodeWalletTransaction({
        kind: 'pay',
        sender,
        sequence: await ledger.nextSequence(sender),
        to,
        coinType: normalizeType(coinType) ?? coinType,
        amount,
        memo,
      })
    },
  }
}

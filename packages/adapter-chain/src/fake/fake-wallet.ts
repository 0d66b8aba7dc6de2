import { amountOf, err, type KeyValueStore, ok, type SignedVoucher } from '@dropkit/core'
import { invariant } from '@dropkit/core/internal'
import {
  badInput,
  type FakeChainWallet,
  noVault,
  readAddress,
  readAll,
  readAmount,
  readMemo,
  readText,
  readType,
  readWholeNumber,
  type WalletAnswer,
} from './fake-chain-wallet.ts'
import type { Ledger, LedgerTransaction } from './ledger.ts'
import { credit, mintPieces } from './ledger-page.ts'
import {
  balanceKey,
  coinKey,
  digestOf,
  encodeRecord,
  FAUCET_ADDRESS,
  foreignCoin,
  ownedKey,
} from './ledger-records.ts'
import { voucherRule } from './pay-voucher.ts'
import { transferRule, walletRuleOf } from './wallet-rules.ts'
import { readWalletTransaction } from './wallet-transaction.ts'

/** The actions of a wallet, without the control of the clock and the connection. */
export type WalletActs = Omit<FakeChainWallet, 'advance' | 'outage'>

/** Runs a wallet's transaction and returns its outcome. */
async function sendTransaction(ledger: Ledger, transaction: LedgerTransaction): WalletAnswer {
  const { digest, failureDigest = digest } = transaction
  const ran = await ledger.run(transaction)
  invariant(ran.kind !== 'expired', "a wallet's transaction has no end")
  if (ran.kind === 'succeeded') return ok({ txHash: digest })
  const { name, detail } = ran.abort
  return err({ kind: 'aborted', abort: name, reason: detail, txHash: failureDigest })
}

/**
 * Executes a wallet's claim. It costs two reads and one transaction, however many claims there were before. The digest is
 * derived from the voucher alone, because a voucher is paid only once. A failure has its own digest, because the same
 * voucher may be paid later.
 */
async function claimByVoucher(ledger: Ledger, input: Parameters<FakeChainWallet['claim']>[0]): WalletAnswer {
  const read = readAll({
    dropObjectId: readAddress(input.dropObjectId, 'dropObjectId'),
    claimer: readAddress(input.claimer, 'claimer'),
    amount: readAmount(input.amount, 'amount'),
    nonce: readWholeNumber(input.nonce, 'nonce'),
    expiresAt: readWholeNumber(input.expiry, 'expiry'),
    signature: readText(input.signature, 'signature', ok),
  })
  if (!read.ok) return read
  const voucher: SignedVoucher = read.value
  const { dropObjectId, claimer, amount, nonce, expiresAt, signature } = voucher
  const parts = [dropObjectId, claimer, amount, nonce, expiresAt, signature]
  const digest = digestOf('claim', ...parts)
  const rule = await voucherRule(ledger, voucher, digest)
  if (rule === null) return noVault('dropObjectId', dropObjectId)
  const failureDigest = digestOf('failed claim', ...parts)
  return sendTransaction(ledger, { digest, failureDigest, sender: claimer, ...rule })
}

export function createWalletActs(ledger: Ledger, keyValues: KeyValueStore): WalletActs {
  return {
    async faucet(input) {
      const read = readAll({
        address: readAddress(input.address, 'address'),
        coinType: readType(input.coinType, 'coinType'),
        amount: readAmount(input.amount, 'amount'),
      })
      if (!read.ok) return read
      const { address: to, coinType, amount } = read.value
      const from = FAUCET_ADDRESS
      const coin = coinKey(coinType)
      // A known coin stays known. It need not be locked, so transactions for the same coin do not wait for each other.
      const isKnown = (await keyValues.get([coin])).has(coin)
      return sendTransaction(ledger, {
        digest: digestOf('faucet', to, coinType, amount, await ledger.nextSequence(to)),
        sender: from,
        keys: [balanceKey(coinType, to), ...(isKnown ? [] : [coin])],
        apply(page) {
          const given = credit(page, coinType, to, amount)
          if (!given.ok) return given
          if (!isKnown && page.read(coin) === undefined) page.write(coin, encodeRecord(foreignCoin(coinType)))
          return ok({ payments: [{ from, to, coinType, amount, memo: null }] })
        },
      })
    },

    async transfer(input) {
      const read = readAll({
        from: readAddress(input.from, 'from'),
        to: readAddress(input.to, 'to'),
        coinType: readType(input.coinType, 'coinType'),
        amount: readAmount(input.amount, 'amount'),
        memo: readMemo(input.memo, 'memo'),
      })
      if (!read.ok) return read
      const { from, to, coinType, amount, memo } = read.value
      return sendTransaction(ledger, {
        digest: digestOf('transfer', from, to, coinType, amount, memo ?? '', await ledger.nextSequence(from)),
        sender: from,
        ...transferRule(read.value),
      })
    },

    async execute(input) {
      const sender = readAddress(input.sender, 'sender')
      if (!sender.ok) return sender
      const read = readWalletTransaction(input.transactionBytes)
      if (!read.ok) return read
      const { transaction, digest } = read.value
      if (transaction.sender !== sender.value) {
        return badInput('sender', `these bytes are for ${transaction.sender} to send`)
      }
      const rule = await walletRuleOf(ledger, transaction, digest)
      return rule.ok ? sendTransaction(ledger, { digest, sender: sender.value, ...rule.value }) : rule
    },

    async mintNft(input) {
      const read = readAll({
        owner: readAddress(input.owner, 'owner'),
        type: readType(input.type, 'type'),
      })
      if (!read.ok) return read
      const { owner, type } = read.value
      return sendTransaction(ledger, {
        digest: digestOf('mint', owner, type, await ledger.nextSequence(owner)),
        sender: owner,
        keys: [ownedKey(type, owner)],
        apply(page) {
          const minted = mintPieces(page, type, owner, amountOf(1n))
          return minted.ok ? ok({}) : minted
        },
      })
    },

    claim: (input) => claimByVoucher(ledger, input),
  }
}

import { type Chain, ok } from '@dropkit/core'
import { voucherBytes } from '../vouchers.ts'
import { createCurrentEpoch, nodeFacts } from './node-facts.ts'
import { MAX_CLAIMS_PER_TRANSACTION } from './operator-commands.ts'
import { createOperatorTransactions } from './operator-transactions.ts'
import { createHoldingsReader } from './read-holdings.ts'
import { createLedgerReader } from './read-ledger.ts'
import { readOutcome } from './read-outcome.ts'
import { createVaultReader, readUsedNonces } from './read-vaults.ts'
import { recallTransaction } from './recall-transaction.ts'
import { type SuiChainOptions, suiContextOf } from './sui-context.ts'
import { createWalletTransactions } from './wallet-transactions.ts'

export type { SuiChainOptions } from './sui-context.ts'

/** The chain port on Sui, over the gRPC API of a full node. No request is sent before the first use. */
export function createSuiChain(options: SuiChainOptions): Chain {
  const context = suiContextOf(options)
  const transactions = createOperatorTransactions(context)
  const currentEpoch = createCurrentEpoch(context)
  const vaults = createVaultReader(context)
  const { pace, calls } = context
  /** For requests that users cause, as often as they like. */
  const forUsers = { ...context, calls: { ...calls, ask: calls.askForUser } }
  const wallets = createWalletTransactions(forUsers)

  return {
    name: 'sui',
    opensVaultsAtOnce: false,
    paymentMethods: ['SUI'],
    operatorAddress: context.operatorAddress,
    treasuryAddress: context.treasuryAddress,
    maxVouchersPerTransaction: MAX_CLAIMS_PER_TRANSACTION,
    voucherBytes,

    prepare(action) {
      pace.noteActivity()
      return transactions.prepare(action)
    },
    async submit(transaction) {
      const sent = await transactions.submit(transaction)
      pace.noteActivity()
      vaults.forget()
      return sent
    },
    async outcome(txHash, { isOurs = false } = {}) {
      const outcome = await readOutcome(isOurs ? context : forUsers, currentEpoch, txHash)
      // A caller that was just told that a vault was filled must not read its earlier state.
      if (outcome.ok && outcome.value.kind === 'succeeded') vaults.forget()
      return outcome
    },
    recall: (transaction) => recallTransaction(context, vaults, transaction),
    // A wallet that gets a transaction will probably send it.
    prepareTokenDeployment(token, sender) {
      pace.noteActivity()
      return wallets.prepareTokenDeployment(token, sender)
    },
    prepareDeposit(vault, amount, sender) {
      pace.noteActivity()
      return wallets.prepareDeposit(vault, amount, sender)
    },
    prepareClaim(voucher, coinType, sender) {
      pace.noteActivity()
      return wallets.prepareClaim(voucher, coinType, sender)
    },
    preparePayment(payment, sender) {
      pace.noteActivity()
      return wallets.preparePayment(payment, sender)
    },

    async vaults(dropObjectIds) {
      const found = await vaults.read(dropObjectIds)
      return found.ok ? ok(new Map([...found.value].map(([id, { state }]) => [id, state]))) : found
    },
    usedNonces: (dropObjectId, nonces) => readUsedNonces(context, vaults, dropObjectId, nonces),
    ...createLedgerReader(context, forUsers),
    ...createHoldingsReader(context),

    async check() {
      const answer = await nodeFacts(context)
      return answer.ok ? ok(undefined) : answer
    },
  }
}

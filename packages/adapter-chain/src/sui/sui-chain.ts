import { type Address, type Chain, ok, type TransactionEffects } from '@dropkit/core'
import { voucherBytes } from '../vouchers.ts'
import { createCurrentEpoch, nodeFacts } from './node-facts.ts'
import { MAX_CLAIMS_PER_TRANSACTION } from './operator-commands.ts'
import { createOperatorTransactions } from './operator-transactions.ts'
import { createHoldingsReader } from './read-holdings.ts'
import { createLedgerReader } from './read-ledger.ts'
import { createOutcomeReader } from './read-outcome.ts'
import { createVaultReader, readUsedNonces } from './read-vaults.ts'
import { recallTransaction } from './recall-transaction.ts'
import { contextForUsers, type SuiChainOptions, suiContextOf } from './sui-context.ts'
import { createWalletTransactions } from './wallet-transactions.ts'

export type { SuiChainOptions } from './sui-context.ts'

/** The chain port on Sui, over the gRPC API of a full node. No request is sent before the first use. */
export function createSuiChain(options: SuiChainOptions): Chain {
  const context = suiContextOf(options)
  const transactions = createOperatorTransactions(context)
  const currentEpoch = createCurrentEpoch(context)
  const vaults = createVaultReader(context)
  const { pace } = context
  const forUsers = contextForUsers(context)
  const epochForUsers = createCurrentEpoch(forUsers)
  const vaultsForUsers = createVaultReader(forUsers)
  const wallets = createWalletTransactions(forUsers)
  const ownOutcome = createOutcomeReader(context, currentEpoch, { isOurs: true })
  const outcomeForUser = createOutcomeReader(forUsers, epochForUsers, { isOurs: false })

  /** Reads these vaults again, or all. A caller that was told of a change must not read what was before. */
  function forget(dropObjectIds?: readonly Address[]): void {
    vaults.forget(dropObjectIds)
    vaultsForUsers.forget(dropObjectIds)
  }

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
      forget()
      return sent
    },
    async outcome(txHash, { isOurs = false } = {}) {
      const outcome = await (isOurs ? ownOutcome : outcomeForUser)(txHash)
      if (!outcome.ok || outcome.value.kind !== 'succeeded') return outcome
      // The effects do not name a vault that the operator paused, closed or gave another key.
      if (isOurs) forget()
      else forget(vaultsIn(outcome.value.effects))
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

    async vaults(dropObjectIds, { isForUser = false } = {}) {
      const found = await (isForUser ? vaultsForUsers : vaults).read(dropObjectIds)
      return found.ok ? ok(new Map([...found.value].map(([id, { state }]) => [id, state]))) : found
    },
    usedNonces: (dropObjectId, nonces) => readUsedNonces(context, vaults, dropObjectId, nonces),
    ...createLedgerReader(context, forUsers),
    ...createHoldingsReader(forUsers),

    async check() {
      const answer = await nodeFacts(context)
      return answer.ok ? ok(undefined) : answer
    },
  }
}

const vaultsIn = ({ claimed, vaultsOpened, deposits }: TransactionEffects): readonly Address[] =>
  [...claimed, ...vaultsOpened, ...deposits].map(({ dropObjectId }) => dropObjectId)

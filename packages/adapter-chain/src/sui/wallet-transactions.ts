import { type Address, type Amount, type Chain, type ChainAnswer, err, ok, type Result } from '@dropkit/core'
import { SimulationError } from '@mysten/sui/client'
import { Transaction, type TransactionObjectArgument } from '@mysten/sui/transactions'
import { toBase64 } from '@mysten/sui/utils'
import { coinPackageOf, coinTermsOf } from './coin-template.ts'
import { failureReason } from './move-layouts.ts'
import { addClaims, addDeposit, addPayment, vaultModuleOf } from './operator-commands.ts'
import { isRefusal, plainMessage } from './read-outcome.ts'
import type { SuiContext } from './sui-context.ts'
import { createVaultHandles } from './vault-handles.ts'

export type WalletTransactions = Pick<
  Chain,
  'prepareTokenDeployment' | 'prepareDeposit' | 'prepareClaim' | 'preparePayment'
>

const notPossible = (reason: string) => err({ kind: 'not_possible', reason } as const)

/**
 * Builds complete unsigned transactions for users' wallets. Gas and coins come from the sender's current holdings, and any
 * wallet or client can sign and send them. If the sender moves these coins before sending, a new transaction must be
 * prepared.
 */
export function createWalletTransactions(context: SuiContext): WalletTransactions {
  const { client, calls, packageId, operatorAddress } = context
  const vaults = createVaultHandles(context)

  async function built(transaction: Transaction): ReturnType<WalletTransactions['prepareDeposit']> {
    const answer = await calls.ask('build', async (): Promise<Result<string, string>> => {
      try {
        return ok(toBase64(await transaction.build({ client })))
      } catch (error) {
        const isTheChains =
          error instanceof SimulationError && (error.cause === undefined || isRefusal(error.cause))
        if (isTheChains) {
          const { executionError } = error
          return err(executionError ? failureReason(executionError, packageId) : plainMessage(error))
        }
        throw error
      }
    })
    if (!answer.ok) return answer
    return answer.value.ok ? answer.value : notPossible(answer.value.error)
  }

  async function balanceOf(owner: string, coinType: string): Promise<ChainAnswer<bigint>> {
    const asked = await calls.ask('balance', (signal) => client.core.getBalance({ owner, coinType, signal }))
    return asked.ok ? ok(BigInt(asked.value.balance.balance)) : asked
  }

  /** Builds a transaction that gives away a coin of the sender. If the balance is too low, the error states the amounts. */
  async function builtWithCoin(
    sender: Address,
    coinType: string,
    amount: Amount,
    addCommands: (transaction: Transaction, coin: TransactionObjectArgument) => void,
  ): ReturnType<WalletTransactions['prepareDeposit']> {
    const has = await balanceOf(sender, coinType)
    if (!has.ok) return has
    if (has.value < amount)
      return notPossible(`EInsufficientBalance: ${sender} has ${has.value} of ${coinType}, not ${amount}`)
    const transaction = new Transaction()
    transaction.setSender(sender)
    addCommands(transaction, transaction.coin({ type: coinType, balance: amount }))
    return built(transaction)
  }

  return {
    prepareTokenDeployment(token, sender) {
      const { module, dependencies } = coinPackageOf(coinTermsOf(token, operatorAddress))
      const transaction = new Transaction()
      transaction.setSender(sender)
      const cap = transaction.publish({ modules: [toBase64(module)], dependencies: [...dependencies] })
      // Makes the package immutable, so that no one, including its publisher, can ever upgrade it.
      transaction.moveCall({ target: '0x2::package::make_immutable', arguments: [cap] })
      return built(transaction)
    },

    async prepareDeposit({ dropObjectId, coinType }, amount, sender) {
      if (vaultModuleOf(coinType, packageId).module === 'nft_drop')
        return notPossible('Pieces are made when they are claimed: there is nothing to deposit')
      const found = await vaults.find({ dropObjectId, coinType }, { withCap: false })
      if (!found.ok) return found
      if (found.value.kind === 'unusable') return notPossible(found.value.reason)
      const { vault } = found.value
      return builtWithCoin(sender, coinType, amount, (transaction, coin) =>
        addDeposit(transaction, coinType, coin, { packageId, vault }),
      )
    },

    async prepareClaim(voucher, coinType, sender) {
      const { dropObjectId } = voucher
      const found = await vaults.find({ dropObjectId, coinType }, { withCap: false })
      if (!found.ok) return found
      if (found.value.kind === 'unusable') return notPossible(found.value.reason)
      const transaction = new Transaction()
      transaction.setSender(sender)
      addClaims(transaction, coinType, [voucher], { packageId, vault: found.value.vault })
      return built(transaction)
    },

    preparePayment: ({ coinType, amount, to, memo }, sender) =>
      builtWithCoin(sender, coinType, amount, (transaction, coin) =>
        addPayment(transaction, coinType, coin, { packageId, to, memo }),
      ),
  }
}

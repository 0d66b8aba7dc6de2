import { randomInt } from 'node:crypto'
import type { Address, ChainAnswer } from '@dropkit/core'
import { err, ok, type Result } from '@dropkit/core'
import { Transaction } from '@mysten/sui/transactions'
import type { Epoch } from './current-epoch.ts'
import { failureReason } from './move-abort-codes.ts'
import { isRefusal, refusalReason } from './refused-transactions.ts'
import type { SuiContext } from './sui-context.ts'

/** More than a transaction may ever cost: 50 SUI. What is tried out pays nothing. */
const MOST_GAS = 50_000_000_000n
/** Prices of storage and the state of what is touched may change a little until the transaction runs. */
const HEADROOM_UNITS = 1_000n
const MAX_NONCE = 2 ** 32

export interface Payer {
  readonly sender: Address
  /** Out of whose address balance the gas is paid. */
  readonly gasOwner: Address
}

/**
 * The bytes of a transaction that names no coin: its gas comes out of an address balance, so that two transactions of
 * one account never need the same object. What keeps it from running twice is its nonce and that it is good for the
 * epoch alone.
 */
export async function bytesOf(
  commands: Transaction,
  { sender, gasOwner }: Payer,
  epoch: Epoch,
  { budget, nonce }: { readonly budget: bigint; readonly nonce: number },
): Promise<Uint8Array<ArrayBuffer>> {
  const transaction = Transaction.from(commands)
  transaction.setSender(sender)
  transaction.setGasOwner(gasOwner)
  transaction.setGasPrice(epoch.gasPrice)
  transaction.setGasBudget(budget)
  transaction.setGasPayment([])
  const number = String(epoch.number)
  transaction.setExpiration({
    ValidDuring: {
      minEpoch: number,
      maxEpoch: number,
      // The network takes no times here, only epochs.
      minTimestamp: null,
      maxTimestamp: null,
      chain: epoch.chainId,
      nonce,
    },
  })
  return transaction.build()
}

export const anyNonce = (): number => randomInt(MAX_NONCE)

/** What a transaction may cost, in MIST; or why it would fail as things stand. */
export async function estimateGas(
  { client, calls, packageId }: SuiContext,
  commands: Transaction,
  payer: Payer,
  epoch: Epoch,
): Promise<ChainAnswer<Result<bigint, string>>> {
  const transaction = await bytesOf(commands, payer, epoch, { budget: MOST_GAS, nonce: anyNonce() })
  return calls.ask('simulate', async (signal): Promise<Result<bigint, string>> => {
    try {
      const tried = await client.core.simulateTransaction({
        transaction,
        include: { effects: true },
        // The gas of what is tried out is the node's own.
        doGasSelection: false,
        signal,
      })
      if (tried.$kind === 'FailedTransaction') {
        const { error } = tried.FailedTransaction.status
        return err(error === null ? 'it would fail' : failureReason(error, packageId))
      }
      const { computationCost, storageCost } = tried.Transaction.effects.gasUsed
      return ok(BigInt(computationCost) + BigInt(storageCost) + HEADROOM_UNITS * epoch.gasPrice)
    } catch (error) {
      if (isRefusal(error)) return err(refusalReason(error))
      throw error
    }
  })
}

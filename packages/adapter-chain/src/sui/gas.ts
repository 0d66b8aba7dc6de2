import { randomInt } from 'node:crypto'
import { type Address, type ChainAnswer, err, ok, type Result } from '@dropkit/core'
import { parseGrpcTransactionResponse } from '@mysten/sui/grpc'
import { Transaction } from '@mysten/sui/transactions'
import { type Failure, failureOf } from './move-layouts.ts'
import type { Epoch } from './node-facts.ts'
import { isRefusal, refusalOf } from './read-outcome.ts'
import type { SuiContext } from './sui-context.ts'
import { given } from './sui-node.ts'
import { TRANSACTION_FIELDS } from './transaction-effects.ts'

/** 50 SUI, more than any transaction may cost. A simulation pays nothing. */
const MOST_GAS = 50_000_000_000n
/** A margin for small changes of the storage price and of the used objects until the transaction is executed. */
const HEADROOM_UNITS = 1_000n
const MAX_NONCE = 2 ** 32

/** The gas limits of a transaction. */
export interface Gas {
  /** In MIST. */
  readonly budget: bigint
  /** In MIST per unit of gas; at least the epoch's reference price. */
  readonly price: bigint
}

export interface Payer {
  readonly sender: Address
  /** The account whose address balance pays the gas. */
  readonly gasOwner: Address
}

/**
 * The bytes of a transaction that names no coin. Its gas is paid from an address balance, so that two transactions of one
 * account never need the same object. Its nonce, and its validity for one epoch only, prevent that it is executed twice.
 */
export async function bytesOf(
  commands: Transaction,
  { sender, gasOwner }: Payer,
  epoch: Epoch,
  { budget, price, nonce }: Gas & { readonly nonce: number },
): Promise<Uint8Array<ArrayBuffer>> {
  const transaction = Transaction.from(commands)
  transaction.setSender(sender)
  transaction.setGasOwner(gasOwner)
  transaction.setGasPrice(price)
  transaction.setGasBudget(budget)
  transaction.setGasPayment([])
  const number = String(epoch.number)
  transaction.setExpiration({
    ValidDuring: {
      minEpoch: number,
      maxEpoch: number,
      // The network does not accept timestamps here, only epochs.
      minTimestamp: null,
      maxTimestamp: null,
      chain: epoch.chainId,
      nonce,
    },
  })
  return transaction.build()
}

export const anyNonce = (): number => randomInt(MAX_NONCE)

const EFFECTS = TRANSACTION_FIELDS.map((field) => `transaction.${field}`)

/** The gas that a transaction may cost, or the reason why it would fail in the current state. */
export async function estimateGas(
  { client, calls, packageId, gasPrice }: SuiContext,
  commands: Transaction,
  payer: Payer,
  epoch: Epoch,
): Promise<ChainAnswer<Result<Gas, Failure>>> {
  const bytes = await bytesOf(commands, payer, epoch, {
    budget: MOST_GAS,
    price: epoch.gasPrice,
    nonce: anyNonce(),
  })
  return calls.ask('simulate', async (abort): Promise<Result<Gas, Failure>> => {
    try {
      // The client's own method does not return the price that the node suggests.
      const { response } = await client.transactionExecutionService.simulateTransaction(
        {
          transaction: { bcs: { value: bytes } },
          readMask: { paths: [...EFFECTS, 'suggested_gas_price'] },
          // The node provides the gas of a simulation.
          doGasSelection: false,
        },
        { abort },
      )
      const executed = given(response.transaction, 'what was tried out')
      const { FailedTransaction: failed } = parseGrpcTransactionResponse(executed)
      if (failed) {
        const { error } = failed.status
        return err(error === null ? { reason: 'it would fail', isFinal: false } : failureOf(error, packageId))
      }
      const used = given(executed.effects?.gasUsed, 'the gas that was used')
      const price = gasPrice.next(epoch.gasPrice, response.suggestedGasPrice)
      // The simulation computed the computation cost at the reference price. The result is rounded up, so that the budget
      // covers it.
      const computation =
        (given(used.computationCost, 'its cost') * price + epoch.gasPrice - 1n) / epoch.gasPrice
      return ok({
        price,
        budget: computation + given(used.storageCost, 'the cost of storage') + HEADROOM_UNITS * price,
      })
    } catch (error) {
      if (isRefusal(error)) return err(refusalOf(error))
      throw error
    }
  })
}

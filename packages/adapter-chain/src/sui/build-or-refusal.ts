import type { ChainAnswer } from '@dropkit/core'
import { SimulationError } from '@mysten/sui/client'
import type { Transaction } from '@mysten/sui/transactions'
import type { SuiNode } from './node-facts.ts'
import { isRefusal, plainMessage } from './refused-transactions.ts'

/**
 * The bytes of the complete transaction, or the reason why the chain would not execute it (for example, not enough gas).
 */
export const buildOrRefusal = (
  { client, calls }: SuiNode,
  transaction: Transaction,
): Promise<ChainAnswer<Uint8Array | string>> =>
  calls.ask('build', async () => {
    try {
      return await transaction.build({ client })
    } catch (error) {
      const isTheChains =
        error instanceof SimulationError && (error.cause === undefined || isRefusal(error.cause))
      if (isTheChains) return plainMessage(error)
      throw error
    }
  })

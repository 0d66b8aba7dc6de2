import type { ChainAnswer } from '@dropkit/core'
import { SimulationError } from '@mysten/sui/client'
import { RpcError } from '@mysten/sui/grpc'
import type { Transaction } from '@mysten/sui/transactions'
import type { SuiNode } from './node-facts.ts'

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

/** The codes with which a node rejects a transaction. */
const REFUSED = new Set([
  'INVALID_ARGUMENT',
  'FAILED_PRECONDITION',
  'NOT_FOUND',
  'OUT_OF_RANGE',
  'ALREADY_EXISTS',
])

/** Whether the node has checked the transaction and rejects it in the current state. */
export const isRefusal = (error: unknown): error is Error =>
  error instanceof RpcError && REFUSED.has(error.code)

export const refusalReason = (error: Error): string => `the node does not take it: ${plainMessage(error)}`

/** How a node reports the rules of regulated coins before it executes a transaction. */
const DENIED = /AddressDeniedForCoin|CoinTypeGlobalPause|denied for coin|globally paused/i

/** The reason, and whether it is final. It is final if the coin is paused or denied to an address. */
export const refusalOf = (error: Error) => ({
  reason: refusalReason(error),
  isFinal: DENIED.test(plainMessage(error)),
})

/** Messages are sent in a header, in which all characters except plain ASCII are escaped. */
export function plainMessage({ message }: Error): string {
  try {
    return decodeURIComponent(message)
  } catch {
    return message
  }
}

import { RpcError } from '@mysten/sui/grpc'

/** The codes by which a node says that it does not take a transaction as it is. */
const REFUSED = new Set([
  'INVALID_ARGUMENT',
  'FAILED_PRECONDITION',
  'NOT_FOUND',
  'OUT_OF_RANGE',
  'ALREADY_EXISTS',
])

/** The node has looked at what was sent and does not take it, as things stand. */
export const isRefusal = (error: unknown): error is Error =>
  error instanceof RpcError && REFUSED.has(error.code)

export const refusalReason = (error: Error): string => `the node does not take it: ${plainMessage(error)}`

/** How a node names the rules of regulated coins, before it executes anything. */
const DENIED = /AddressDeniedForCoin|CoinTypeGlobalPause|denied for coin|globally paused/i

/** The same, and whether trying it again can ever help: not where the coin is denied to an address, or paused. */
export const refusalOf = (error: Error) => ({
  reason: refusalReason(error),
  isFinal: DENIED.test(plainMessage(error)),
})

/** Messages travel in a header, with everything but plain ASCII escaped. */
export function plainMessage({ message }: Error): string {
  try {
    return decodeURIComponent(message)
  } catch {
    return message
  }
}

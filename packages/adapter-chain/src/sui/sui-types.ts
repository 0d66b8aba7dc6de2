import { type Address, type Amount, amountOf } from '@dropkit/core'
import { type GrpcTypes, RpcError } from '@mysten/sui/grpc'
import { normalizeSuiAddress } from '@mysten/sui/utils'

/** Normalizes an address that the node returned. */
export const addressOf = (text: string): Address => normalizeSuiAddress(text) as Address

/** Reads a u64 in the form that BCS and the node use. */
export const amountFrom = (text: string | bigint): Amount => amountOf(BigInt(text))

export const instantOf = ({ seconds, nanos }: NonNullable<GrpcTypes.ExecutedTransaction['timestamp']>) =>
  Number(seconds) * 1_000 + Math.floor(nanos / 1_000_000)

/** Returns a field that was requested from the node. Throws a retryable error if it is missing from the answer. */
export function given<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new RpcError(`the node does not say ${name}`, 'DATA_LOSS')
  return value
}

/** The package of a type. */
export const packageOf = (type: string): Address => addressOf(type.slice(0, Math.max(0, type.indexOf('::'))))

import { type Address, type Amount, amountOf } from '@dropkit/core'
import { type GrpcTypes, RpcError } from '@mysten/sui/grpc'
import { normalizeSuiAddress } from '@mysten/sui/utils'

/** What the node says is an address, in its one normal form. */
export const addressOf = (text: string): Address => normalizeSuiAddress(text) as Address

/** A u64 as BCS and the node give it. */
export const amountFrom = (text: string | bigint): Amount => amountOf(BigInt(text))

export const instantOf = ({ seconds, nanos }: NonNullable<GrpcTypes.ExecutedTransaction['timestamp']>) =>
  Number(seconds) * 1_000 + Math.floor(nanos / 1_000_000)

/** A field that the node was asked for. An answer without it is none: it is asked for again. */
export function given<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new RpcError(`the node does not say ${name}`, 'DATA_LOSS')
  return value
}

/** The package that a type is of. */
export const packageOf = (type: string): Address => addressOf(type.slice(0, Math.max(0, type.indexOf('::'))))

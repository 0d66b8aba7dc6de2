import { RpcError } from '@mysten/sui/grpc'

/** The node answered that what was asked for does not exist. */
export const isNotFound = (error: unknown): boolean => error instanceof RpcError && error.code === 'NOT_FOUND'

/** The same, also where it says so of a name that can be nobody's (a type in no published package, say). */
export const isUnknownName = (error: unknown): boolean =>
  isNotFound(error) || (error instanceof RpcError && error.code === 'INVALID_ARGUMENT')

/** The node has removed the part of the ledger that was asked for. */
export const isPruned = (error: unknown): boolean =>
  error instanceof RpcError && error.code === 'OUT_OF_RANGE'

/** What is answered, or null where there is none. */
export async function orNull<T>(
  answer: PromiseLike<T>,
  isNone: (error: unknown) => boolean,
): Promise<T | null> {
  try {
    return await answer
  } catch (error) {
    if (isNone(error)) return null
    throw error
  }
}

import { RpcError } from '@mysten/sui/grpc'

/** The node answered that the requested thing does not exist. */
export const isNotFound = (error: unknown): boolean => error instanceof RpcError && error.code === 'NOT_FOUND'

/** The same, including names that cannot exist (for example, a type in a package that is not published). */
export const isUnknownName = (error: unknown): boolean =>
  isNotFound(error) || (error instanceof RpcError && error.code === 'INVALID_ARGUMENT')

/** The node has pruned the requested part of the ledger. */
export const isPruned = (error: unknown): boolean =>
  error instanceof RpcError && error.code === 'OUT_OF_RANGE'

/** Returns the answer, or null if it fails with an error for which `isNone` is true. */
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

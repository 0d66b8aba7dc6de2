import type { Mutations } from '../operation.ts'

/** Always declines, whoever asks and whatever the drop: no private key passes through GraphQL. */
export const updateDropKey: Mutations['updateDropKey'] = (_root, { input }) => ({
  success: false,
  newPublicKey: null,
  newPrivateKey: null,
  transactionDigest: null,
  error: `A key cannot be rotated through GraphQL. Use POST /drops/${encodeURIComponent(input.dropId.toWellFormed())}/rotate-key`,
})

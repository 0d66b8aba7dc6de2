import type { ChainTransaction, DropId, Store } from '@dropkit/core'

/** A drop's transactions whose outcome is not known yet: those for its vault, and the first 1,000 for transfers. */
export async function openTransactionsOf(
  store: Pick<Store, 'dropState' | 'openTransferTransactions'>,
  dropId: DropId,
): Promise<readonly ChainTransaction[]> {
  const dropState = await store.dropState(dropId, { openTransactions: true })
  const transfers = await store.openTransferTransactions(dropId, { limit: 1_000 })
  return [...(dropState?.openTransactions ?? []), ...transfers]
}

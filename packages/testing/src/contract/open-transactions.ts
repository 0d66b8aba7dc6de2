import type { ChainPurpose, ChainTransaction, DropId, Store } from '@dropkit/core'

/** A drop's transactions whose outcome is not known yet: those for its vault, and those for the transfers of these purposes. */
export async function openTransactionsOf(
  store: Pick<Store, 'dropState'>,
  dropId: DropId,
  purposes: readonly ChainPurpose[] = [],
): Promise<readonly ChainTransaction[]> {
  const dropState = await store.dropState(dropId, {
    refundIds: purposes.flatMap((purpose) => (purpose.kind === 'refund' ? [purpose.refundId] : [])),
    payoutIds: purposes.flatMap((purpose) => (purpose.kind === 'payout' ? [purpose.payoutId] : [])),
    openTransactions: true,
  })
  return dropState?.openTransactions ?? []
}

import type { Address, Store } from '@dropkit/core'

/**
 * Why nothing may be withdrawn from a vault; null if it may. Until the service has closed the vault of a drop, the vault pays
 * claims, also while an alarm pauses it, and the servers send transactions with its `OwnerCap`: the network locks it if another
 * transaction names the same version.
 */
export async function reasonNotToWithdraw(
  store: Pick<Store, 'dropsByVault' | 'dropState'>,
  vault: Address,
): Promise<string | null> {
  const drop = (await store.dropsByVault([vault])).get(vault)
  if (drop === undefined) return null
  const { id } = drop
  if (drop.vault.kind !== 'closed')
    return `The vault ${vault} is in use by ${id}, also if it is paused. The servers close it after the drop was cancelled or deleted; withdraw what is left after that.`
  const state = await store.dropState(id, { openTransactions: true })
  return state === null || state.openTransactions.length === 0
    ? null
    : `A transaction of the servers for the vault ${vault} of ${id} has no result yet. Run the same command again later.`
}

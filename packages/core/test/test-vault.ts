import type { TestService } from '@dropkit/testing'
import type { ChainPurpose } from '../src/domain/chain-transaction.ts'
import type { Drop, Vault } from '../src/domain/drop.ts'
import { idOf } from '../src/domain/ids.ts'
import type { Chain } from '../src/ports/index.ts'

type DropRef = Pick<Drop, 'id'>
type Service = Pick<TestService, 'ports' | 'reread'>
type LedgerVault = NonNullable<
  ReturnType<TestService['ports']['memoryChain']['state']['ledger']['vaults']['get']>
>

/** The vault of a drop, which must be open. */
export async function openVaultOf(
  service: Service,
  drop: DropRef,
): Promise<Extract<Vault, { readonly kind: 'open' }>> {
  const { vault } = await service.reread(drop)
  if (vault.kind !== 'open') throw new Error(`the vault is ${vault.kind}`)
  return vault
}

/** Changes a drop's vault on the chain without the service, as a thief of a key or a bug would. Returns it as it was. */
export async function changeVaultOnChain(
  service: Service,
  drop: DropRef,
  change: Partial<LedgerVault>,
): Promise<LedgerVault> {
  const { objectId } = await openVaultOf(service, drop)
  const { vaults } = service.ports.memoryChain.state.ledger
  const before = vaults.get(objectId)
  if (!before) throw new Error('no vault on the chain')
  vaults.set(objectId, { ...before, ...change })
  return before
}

/** Stores a transaction of a drop that was sent, and of which nothing is known. */
export const putSentTransaction = (
  { ports: { clock, store } }: Pick<Service, 'ports'>,
  { id: dropId }: DropRef,
  purpose: ChainPurpose,
): Promise<unknown> =>
  store.changeDrop(dropId, {}, () => ({
    result: undefined,
    insert: {
      chainTransactions: [
        {
          id: idOf('chaintx', '00000000000070008000000000000001'),
          dropId,
          purpose,
          bytes: '',
          digest: 'unknown',
          expiresAt: clock.now() + 60_000,
          state: 'sent',
          createdAt: clock.now(),
        },
      ],
    },
  }))

/** From now on the chain is too busy to deliver what was drawn. Gives back what ends that. */
export function holdDeliveries(chain: Chain): () => void {
  const { prepare } = chain
  const busy: Chain['prepare'] = async (action) =>
    action.kind === 'deliver_claims'
      ? { ok: false, error: { kind: 'chain_unavailable', reason: 'busy' } }
      : prepare(action)
  Object.assign(chain, { prepare: busy })
  return () => void Object.assign(chain, { prepare })
}

import type { Chain } from '../src/ports/index.ts'

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

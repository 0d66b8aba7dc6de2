import type { FakeChainWallet } from '@dropkit/adapter-chain'
import type { WorkerGroup } from './worker-group.ts'

/**
 * Shares the state of the fake chain that a worker holds in memory (the clock offset and an outage) with the other workers.
 * A change is sent to all workers before it is answered, so that the group behaves like one server.
 */
export function fakeWalletOfGroup(wallet: FakeChainWallet, group: WorkerGroup): FakeChainWallet {
  const CLOCK = 'fake_chain_clock'
  const OUTAGE = 'fake_chain_outage'
  // Advancing the clock by 0 seconds reads the offset from the store.
  group.serve(CLOCK, () => wallet.advance({ seconds: 0 }))
  group.serve(OUTAGE, (given: Parameters<FakeChainWallet['outage']>[0]) => wallet.outage(given))
  return {
    ...wallet,
    async advance(given) {
      const moved = await wallet.advance(given)
      if (moved.ok) await group.callOthers(CLOCK, null)
      return moved
    },
    async outage(given) {
      const begun = await wallet.outage(given)
      if (begun.ok) await group.callOthers(OUTAGE, given)
      return begun
    },
  }
}

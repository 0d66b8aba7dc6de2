import type { FakeChainWallet } from '@dropkit/adapter-chain'
import type { WorkerGroup } from './worker-group.ts'

/**
 * What a worker keeps of the fake chain in memory: how far the clock was moved, and an outage. Each of them tells the
 * others before it answers, so that the group behaves like one server.
 */
export function fakeWalletOfGroup(wallet: FakeChainWallet, group: WorkerGroup): FakeChainWallet {
  const CLOCK = 'fake_chain_clock'
  const OUTAGE = 'fake_chain_outage'
  // Moving the clock by nothing reads how far the store says that it was moved.
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

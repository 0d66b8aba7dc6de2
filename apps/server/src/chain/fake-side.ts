import type { SponsorLimits } from '@dropkit/adapter-chain'
import type { Clock, KeyValueStore, Log } from '@dropkit/core'
import { StartUpFault } from '../start-up-fault.ts'
import type { ChainSide } from './chain-side.ts'
import { conflictOfChains } from './same-chain.ts'

/** How far another server may have moved the fake chain's clock without this one knowing. */
const CLOCK_REFRESH_MS = 250

export interface FakeSideOptions {
  readonly keyValues: KeyValueStore
  /** The service's time; the chain's clock is this one, moved forward. */
  readonly clock: Clock
  readonly auto: boolean
  /** Null where wallets pay for all claims. */
  readonly sponsoring: SponsorLimits | null
  readonly log: Log
}

/** A chain of our own in the store, whose clock can be moved. */
export async function openFakeSide({
  keyValues,
  clock: { now: machineNow },
  auto,
  sponsoring,
  log,
}: FakeSideOptions): Promise<ChainSide> {
  const { createFakeChain, createFakeSponsor, createOffsetClock, createSponsorBudget, createWalletVerifier } =
    await import('@dropkit/adapter-chain')
  const clock = createOffsetClock({ keyValues, machineNow })
  await clock.refresh()
  const chain = createFakeChain({ keyValues, clock, machineNow, auto, log })
  return {
    chain,
    network: null,
    clock,
    wallets: createWalletVerifier(null),
    fakeWallet: chain,
    gasSponsor: sponsoring && createFakeSponsor(chain, createSponsorBudget(keyValues, sponsoring, clock.now)),
    sponsor: null,
    breaker: null,
    async assertUsable() {
      const conflict = await conflictOfChains(keyValues, { chain: 'fake' })
      if (conflict !== null) throw new StartUpFault(conflict)
    },
    upkeep: [{ name: 'reading how far the clock was moved', pauseMs: CLOCK_REFRESH_MS, work: clock.refresh }],
  }
}

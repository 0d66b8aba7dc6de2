import type { SponsorLimits } from '@dropkit/adapter-chain'
import type { CallTime } from '@dropkit/adapter-chain/sui'
import type { Clock, KeyValueStore, Log } from '@dropkit/core'
import { StartUpError } from '../start-up.ts'
import { machineClocks } from '../time/service-clock.ts'
import { type ChainSide, conflictOfChains } from './chain-side.ts'

/** How often this server reads by how much other servers have moved the fake chain's clock. */
const CLOCK_REFRESH_MS = 250

export interface FakeSideOptions {
  readonly keyValues: KeyValueStore
  /** The service's time. The chain's clock is this clock plus an offset. */
  readonly clock: Clock
  readonly auto: boolean
  /** Null if wallets pay for all claims. */
  readonly sponsoring: SponsorLimits | null
  readonly log: Log
}

/** Opens the fake chain, which lives in the store and whose clock can be moved. */
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
      if (conflict !== null) throw new StartUpError(conflict)
    },
    upkeep: [{ name: 'reading how far the clock was moved', pauseMs: CLOCK_REFRESH_MS, work: clock.refresh }],
  }
}

export const machineTime: CallTime = {
  now: machineClocks.systemNow,
  monotonicNow: machineClocks.monotonicNow,
  random: () => Math.random(),
  setTimer(act, delayMs) {
    const timer = setTimeout(act, delayMs)
    return () => clearTimeout(timer)
  },
}

import type { Dropkit, Ports, Settings } from '@dropkit/core'
import type { MemoryStorage } from '../../memory/memory-store.ts'
import type { SimulatedChain } from '../simulated-chain.ts'
import { chainBugs, lotteryBugs } from './chain-bugs.ts'
import { claimBugs, moneyBugs } from './claim-and-money-bugs.ts'
import { queueBugs } from './queue-bugs.ts'

/** A bug that is put into the simulated service from outside, to show that the simulation finds it. */
export interface PlantedBug {
  readonly name: string
  /** What is wrong, in a few words. */
  readonly what: string
  /** The number of seeds among which one must find it; 100 by default. Only for a bug that rarely shows. */
  readonly mostSeeds?: number
  /** Returns fresh hooks for each simulation, so that state of the bug stays in its own world. */
  put(): BugHooks
}

/** The places where a bug can change the service. */
export interface BugHooks {
  /** Replaces the storage that all servers share. */
  readonly storage?: (storage: MemoryStorage) => MemoryStorage
  /** Replaces the chain, or the contract on it. */
  readonly chain?: (chain: SimulatedChain) => SimulatedChain
  /** Replaces the ports of a server. Called at each start of each server. */
  readonly ports?: (ports: Ports) => Ports
  /** Replaces the whole set of use cases. */
  readonly assemble?: (ports: Ports, settings: Partial<Settings>) => Dropkit
}

/** Bugs of other projects that a simulation must find. */
export const plantedBugs: readonly PlantedBug[] = [
  ...claimBugs,
  ...lotteryBugs,
  ...moneyBugs,
  ...chainBugs,
  ...queueBugs,
]

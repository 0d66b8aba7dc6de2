import type { Dropkit, Ports, Settings } from '@dropkit/core'
import type { MemoryStorage } from '../memory/memory-store.ts'
import type { SimulatedChain } from './simulated-chain.ts'

/** A bug that is put into the simulated service from outside, to see that it is found. The service knows of none. */
export interface Plant {
  readonly name: string
  /** What is wrong, in a few words. */
  readonly what: string
  /** Made anew for each simulation: what a bug remembers is of its own world alone. */
  put(): PlantedBug
}

/** Where a bug sits. */
export interface PlantedBug {
  /** In the storage that all servers share. */
  readonly storage?: (storage: MemoryStorage) => MemoryStorage
  /** In the chain, or in the contract on it. */
  readonly chain?: (chain: SimulatedChain) => SimulatedChain
  /** In a server: its ports are not what its use cases take them for. Asked at each start of each server. */
  readonly ports?: (ports: Ports) => Ports
  /** In a use case: puts the service together with another one in its place. */
  readonly assemble?: (ports: Ports, settings: Partial<Settings>) => Dropkit
}

import { type Address, type Chain, err, ok } from '@dropkit/core'
import { createMemoryChain, type MemoryChain } from '../memory-chain/memory-chain.ts'
import type { Chance } from './chance.ts'
import type { Faults } from './faults.ts'
import { verifyMark } from './quick-signer.ts'
import type { Timeline } from './timeline.ts'
import type { Trace } from './trace.ts'

export interface SimulatedChain extends MemoryChain {
  /** The chain's own time, slightly behind. */
  now(): number
  /** From now on no delivery that contains this wallet succeeds. */
  refuseDeliveriesTo(wallet: Address): void
}

interface ChainParts {
  readonly timeline: Timeline
  readonly trace: Trace
  readonly faults: Faults
  readonly chance: Chance
}

/** How long after sending a transaction may take effect, unless it has expired. */
const LATEST_INCLUSION_MS = 50_000

/** A chain without forks and with delays: a transaction may take effect later or never. */
export function createSimulatedChain({ timeline, trace, faults, chance }: ChainParts): SimulatedChain {
  const lagMs = chance.pick([0, 500, 3_000])
  const now = () => timeline.now - lagMs
  const memory = createMemoryChain({
    clock: { now },
    verify: verifyMark,
    opensVaultsAtOnce: chance.happens(0.7),
    maxVouchersPerTransaction: chance.pick([1, 4, 50]),
    transactionLifetimeMs: 60_000,
  })
  let refused: Address | null = null
  const chain: Chain = {
    ...memory.chain,
    async prepare(action) {
      if (action.kind === 'deliver_claims' && action.vouchers.some(({ claimer }) => claimer === refused)) {
        trace.note('chain', 'refuses a delivery')
        return err({ kind: 'not_possible', reason: 'refused' })
      }
      const prepared = await memory.chain.prepare(action)
      if (!prepared.ok && prepared.error.kind === 'not_possible')
        trace.note('chain', `refuses to ${action.kind}`)
      return prepared
    },
    async submit(transaction) {
      const fate = faults.fateOfSubmission()
      if (fate === 'taken') return memory.chain.submit(transaction)
      const digest = transaction.digest.slice(0, 8)
      if (fate === 'lost') trace.note('chain', `${digest} is lost`)
      else {
        const delayMs = chance.between(100, LATEST_INCLUSION_MS)
        timeline.after(delayMs, () => {
          trace.note('chain', `${digest} is taken late`)
          void memory.chain.submit(transaction)
        })
      }
      return ok('sent')
    },
  }
  const refuseDeliveriesTo = (wallet: Address) => {
    refused = wallet
  }
  return { ...memory, chain, now, refuseDeliveriesTo }
}

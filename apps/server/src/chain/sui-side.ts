import { createSponsorBudget, createWalletVerifier, type SponsorLimits } from '@dropkit/adapter-chain'
import {
  type BreakerView,
  connectToNode,
  createSponsor,
  createSuiChain,
  guardCalls,
  signerFromKey,
} from '@dropkit/adapter-chain/sui'
import { type Address, type Clock, type KeyValueStore, type Log, ok } from '@dropkit/core'
import { invariant } from '@dropkit/core/internal'
import type { Registry } from 'prom-client'
import type { SuiConfig } from '../config/sui-config.ts'
import { StartUpFault } from '../start-up-fault.ts'
import { createChainMetrics } from './chain-metrics.ts'
import type { ChainSide } from './chain-side.ts'
import { checkFirst } from './checked-calls.ts'
import { judgeNode } from './judge-node.ts'
import { machineTime } from './machine-time.ts'
import { conflictOfChains } from './same-chain.ts'
import { type NodeWatchOptions, watchNode } from './watch-node.ts'

type Signer = ReturnType<typeof signerFromKey>

const LOOK_EVERY_MS = 30_000

export interface SuiSideOptions {
  readonly sui: SuiConfig
  /** Null if wallets pay for all claims. */
  readonly sponsoring: SponsorLimits | null
  readonly keyValues: KeyValueStore
  readonly clock: Clock
  readonly log: Log
  readonly registry: Registry
}

/** Opens Sui through a node that is checked before its answers are used. */
export function openSuiSide({ sui, sponsoring, keyValues, clock, log, registry }: SuiSideOptions): ChainSide {
  const { network, packageId, rpcUrl, lowBalanceMist } = sui
  invariant(packageId !== null, 'the service is not started without its package')
  const client = connectToNode({ rpcUrl, network: network ?? 'custom' })
  const operator = signerFromKey(sui.operatorKey)
  const treasury = signerFromKey(sui.treasuryKey)

  const metrics = createChainMetrics(registry, () => unchecked.breaker())
  const unchecked = guardCalls({
    time: { ...machineTime, now: clock.now },
    observer: { ...metrics.observer, breakerTurned: tellOfOutages(log) },
  })

  const { calls, check } = checkFirst(unchecked, async () => {
    const judged = await judgeNode({ client, calls: unchecked }, { network, packageId })
    if (!judged.ok) return judged
    const { chainId, verdict } = judged.value
    return ok(verdict ?? (await conflictOfChains(keyValues, { chain: 'sui', chainId, packageId })))
  })
  const node = { client, calls }
  const look = watchNode({
    node,
    clock,
    log,
    metrics,
    lowBalanceMist,
    accounts: accountsOf(operator, treasury),
  })

  const { idlePollMs, gasPriceCeilingPercent, nftRegistrarId, kioskRules } = sui
  const options = {
    client,
    calls,
    packageId,
    operator,
    treasury,
    machineNow: clock.now,
    idlePollMs,
    gasPriceCeilingPercent,
    nftRegistrarId,
    kioskRules,
    onGasPrice: metrics.setGasPrice,
    log,
  }
  const sponsor = sponsoring && createSponsor(options, createSponsorBudget(keyValues, sponsoring, clock.now))
  return {
    chain: createSuiChain(options),
    network,
    clock,
    wallets: createWalletVerifier(node),
    fakeWallet: null,
    gasSponsor: sponsor,
    sponsor,
    breaker: calls.breaker,
    async assertUsable() {
      const judged = await check()
      if (!judged.ok) {
        const { reason } = judged.error
        log.warn('the chain node cannot be reached yet; chain work waits for it', {
          reason,
        })
      } else if (judged.value !== null) throw new StartUpFault(judged.value)
      else await look()
    },
    upkeep: [
      {
        name: 'looking at the node of the chain',
        pauseMs: LOOK_EVERY_MS,
        async work() {
          const judged = await check()
          if (judged.ok && judged.value !== null) throw new Error(judged.value)
          if (judged.ok) await look()
        },
      },
    ],
  }
}

/** Logs once when an outage begins and once when it ends, however often calls fail in between. */
function tellOfOutages(log: Log): (breaker: BreakerView) => void {
  let isAway = false
  return ({ state, lastReason }) => {
    if (state === 'half_open' || isAway === (state === 'open')) return
    isAway = state === 'open'
    if (isAway) log.warn('the chain node does not answer', { reason: lastReason })
    else log.info('the chain node answers again')
  }
}

function accountsOf(operator: Signer, treasury: Signer): NodeWatchOptions['accounts'] {
  const operating = { account: 'operator', address: operator.toSuiAddress() as Address } as const
  const receiving = { account: 'treasury', address: treasury.toSuiAddress() as Address } as const
  return receiving.address === operating.address ? [operating] : [operating, receiving]
}

import { createSponsorBudget, createWalletVerifier, type SponsorLimits } from '@dropkit/adapter-chain'
import {
  type BreakerView,
  connectToNode,
  createSponsor,
  createSuiChain,
  type GuardedCalls,
  gasBalance,
  guardCalls,
  nodeFacts,
  type SuiNode,
  signerFromKey,
} from '@dropkit/adapter-chain/sui'
import {
  type Address,
  type ChainAnswer,
  type Clock,
  err,
  type KeyValueStore,
  type Log,
  ok,
} from '@dropkit/core'
import { invariant } from '@dropkit/core/internal'
import type { Registry } from 'prom-client'
import type { SuiConfig } from '../config/sui-settings.ts'
import { StartUpError } from '../start-up.ts'
import { type ChainMetrics, createChainMetrics } from './chain-metrics.ts'
import { type ChainSide, conflictOfChains } from './chain-side.ts'
import { machineTime } from './fake-side.ts'
import { judgeNode, type NodeVerdict } from './judge-node.ts'

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
  const operatorsBefore = () => formerOperators(keyValues, operator.toSuiAddress() as Address)

  const metrics = createChainMetrics(registry, () => unchecked.breaker())
  const unchecked = guardCalls({
    time: { ...machineTime, now: clock.now },
    observer: { ...metrics.observer, breakerTurned: tellOfOutages(log) },
  })

  const { calls, check } = checkFirst(unchecked, async () => {
    const judged = await judgeNode({ client, calls: unchecked }, { network, packageId })
    if (!judged.ok) return judged
    const { chainId, verdict } = judged.value
    const wrong = verdict ?? (await conflictOfChains(keyValues, { chain: 'sui', chainId, packageId }))
    if (wrong === null) await operatorsBefore()
    return ok(wrong)
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
    formerOperators: operatorsBefore,
    keyValues,
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
      } else if (judged.value !== null) throw new StartUpError(judged.value)
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

interface CheckedCalls {
  /** The same calls, but none is made before the node was found to be the right one. */
  readonly calls: GuardedCalls
  /** Checks the node now, unless it was already found to be right. */
  readonly check: () => Promise<ChainAnswer<NodeVerdict>>
}

/**
 * Checks the node before the first call. A server may start while the node is unreachable, and answers of a node on the
 * wrong network would be worse than none: on it, every voucher looks unused and every transaction absent.
 */
export function checkFirst(
  calls: GuardedCalls,
  judge: () => Promise<ChainAnswer<NodeVerdict>>,
): CheckedCalls {
  let last: { readonly verdict: NodeVerdict } | undefined
  let judging: Promise<ChainAnswer<NodeVerdict>> | undefined

  function check(): Promise<ChainAnswer<NodeVerdict>> {
    if (last?.verdict === null) return Promise.resolve({ ok: true, value: null })
    judging ??= judge()
      .then((answer) => {
        if (answer.ok) last = { verdict: answer.value }
        return answer
      })
      .finally(() => {
        judging = undefined
      })
    return judging
  }

  /** A wrong node counts as wrong until the next `check` by the caller. */
  const settled = async (): Promise<ChainAnswer<NodeVerdict>> =>
    last === undefined ? check() : { ok: true, value: last.verdict }

  const once =
    (way: 'ask' | 'askForUser' | 'askOnce' | 'askOnceForUser') =>
    async <T>(name: string, call: (signal: AbortSignal) => Promise<T>): Promise<ChainAnswer<T>> => {
      const verdict = await settled()
      if (!verdict.ok) return verdict
      if (verdict.value !== null) return err({ kind: 'chain_unavailable', reason: verdict.value })
      return calls[way](name, call)
    }

  const checked = {
    ask: once('ask'),
    askForUser: once('askForUser'),
    askOnce: once('askOnce'),
    askOnceForUser: once('askOnceForUser'),
  }
  return { calls: { ...checked, breaker: calls.breaker }, check }
}

/** The chain checks voucher expiry by its own clock. With a larger difference, vouchers fail without a visible reason. */
const MOST_SECONDS_APART = 30

interface NodeWatchOptions {
  readonly node: SuiNode
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Pick<ChainMetrics, 'setBalance' | 'setClockAhead'>
  readonly accounts: readonly { readonly account: 'operator' | 'treasury'; readonly address: Address }[]
  /** An account with a lower balance is reported as low. 0 turns this off. */
  readonly lowBalanceMist: number
}

/**
 * Returns a check of the gas balances and of the clock difference. A problem is logged when it begins and when it ends.
 * While the node is unreachable nothing is logged here, because the circuit breaker logs that.
 */
export function watchNode(options: NodeWatchOptions): () => Promise<void> {
  const { node, clock, log, metrics, accounts, lowBalanceMist } = options
  const wrong = new Set<string>()

  function tell(what: string, isWrong: boolean, fields: Parameters<Log['warn']>[1]): void {
    if (isWrong === wrong.has(what)) return
    if (isWrong) {
      wrong.add(what)
      log.warn(what, fields)
    } else {
      wrong.delete(what)
      log.info(`no longer: ${what}`, fields)
    }
  }

  async function lookAtClock(): Promise<void> {
    const facts = await nodeFacts(node)
    if (!facts.ok) return
    const aheadSeconds = (clock.now() - facts.value.chainTime) / 1_000
    metrics.setClockAhead(aheadSeconds)
    const isApart = Math.abs(aheadSeconds) > MOST_SECONDS_APART
    tell("the service's time and the chain's are apart, or the node lags", isApart, { aheadSeconds })
  }

  async function lookAtBalance({ account, address }: NodeWatchOptions['accounts'][number]): Promise<void> {
    const balance = await gasBalance(node, address)
    if (!balance.ok) return
    metrics.setBalance(account, balance.value)
    const isLow = balance.value < BigInt(lowBalanceMist)
    tell(`the ${account} has little SUI left for gas`, isLow, { address, mist: String(balance.value) })
  }

  return async () => {
    await lookAtClock()
    for (const one of accounts) await lookAtBalance(one)
  }
}

const KEY = 'sui/operators'

/**
 * The accounts that were the operator of this store's service before this one, which is noted. Their keys may have been stolen,
 * so nothing may be paid to them any more.
 */
export const formerOperators = (
  keyValues: Pick<KeyValueStore, 'transact'>,
  operator: Address,
): Promise<readonly Address[]> =>
  keyValues.transact<readonly Address[]>([KEY], (values) => {
    const known = JSON.parse(values.get(KEY) ?? '[]') as readonly Address[]
    const result = known.filter((address) => address !== operator)
    return result.length < known.length
      ? { writes: new Map(), result }
      : { writes: new Map([[KEY, JSON.stringify([...known, operator])]]), result }
  })

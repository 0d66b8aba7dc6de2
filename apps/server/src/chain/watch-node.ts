import { gasBalance, nodeFacts, type SuiNode } from '@dropkit/adapter-chain/sui'
import type { Address, Clock, Log } from '@dropkit/core'
import type { ChainMetrics } from './chain-metrics.ts'

/** The chain checks voucher expiry by its own clock. With a larger difference, vouchers fail without a visible reason. */
const MOST_SECONDS_APART = 30

export interface NodeWatchOptions {
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

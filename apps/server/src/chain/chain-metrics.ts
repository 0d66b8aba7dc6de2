import type { BreakerView, CallObserver } from '@dropkit/adapter-chain/sui'
import type { Chain, ChainAnswer, Instant } from '@dropkit/core'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

const BREAKER_STATES = ['closed', 'half_open', 'open'] as const

export interface ChainMetrics {
  /** The observer to pass to `guardCalls`. */
  readonly observer: CallObserver
  setBalance(account: 'operator' | 'treasury', mist: bigint): void
  setClockAhead(seconds: number): void
  setGasPrice(mist: bigint): void
}

/** Metrics about the chain node. */
export function createChainMetrics(registry: Registry, breaker: () => BreakerView): ChainMetrics {
  const registers = [registry]
  const calls = new Histogram({
    name: 'dropkit_chain_call_duration_seconds',
    help: 'Duration of attempts to call the chain node, by call and outcome (answered, refused, unavailable, throttled)',
    labelNames: ['call', 'outcome'] as const,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  })
  const heldBack = new Counter({
    name: 'dropkit_chain_calls_held_back_total',
    help: 'Calls that were not made because the node was down or had asked for fewer requests',
    labelNames: ['call'] as const,
    registers,
  })
  new Gauge({
    name: 'dropkit_chain_breaker_state',
    aggregator: 'max',
    help: 'Whether calls reach the node: 1 for the state that the breaker is in',
    labelNames: ['state'] as const,
    registers,
    collect() {
      const { state: now } = breaker()
      for (const state of BREAKER_STATES) this.set({ state }, state === now ? 1 : 0)
    },
  })
  const balances = new Gauge({
    name: 'dropkit_chain_gas_balance_mist',
    aggregator: 'min',
    help: 'SUI of an account of the service when it was last looked at, in MIST',
    labelNames: ['account'] as const,
    registers,
  })
  const ahead = new Gauge({
    name: 'dropkit_chain_clock_ahead_seconds',
    aggregator: 'max',
    help: "How far this machine's clock was ahead of the chain's latest checkpoint when it was last looked at",
    registers,
  })
  const gasPrice = new Gauge({
    name: 'dropkit_chain_gas_price_mist',
    aggregator: 'max',
    help: 'Gas price of the last transaction that the service prepared, in MIST per unit',
    registers,
  })
  return {
    observer: {
      attempted: ({ name: call, outcome, seconds }) => calls.observe({ call, outcome }, seconds),
      heldBack: (call) => heldBack.inc({ call }),
    },
    setBalance: (account, mist) => balances.set({ account }, Number(mist)),
    setClockAhead: (seconds) => ahead.set(seconds),
    setGasPrice: (mist) => gasPrice.set(Number(mist)),
  }
}

/** The chain logs that the reconcilers read, by their label in the metric. */
export type WatchedLog = 'claims' | 'payments'

/** Registers the metric that shows for how many seconds this process has not read a chain log to its end. */
export function createLagMetric(
  registry: Registry,
  now: () => Instant,
): (log: WatchedLog, readUpTo: Instant) => void {
  const upTo = new Map<WatchedLog, Instant>()
  new Gauge({
    name: 'dropkit_chain_log_behind_seconds',
    aggregator: 'min',
    help: 'How far what this process has read of the chain lies behind; of several servers the least counts',
    labelNames: ['log'] as const,
    registers: [registry],
    collect() {
      for (const [log, instant] of upTo) this.set({ log }, Math.max(0, now() - instant) / 1_000)
    },
  })
  return (log, readUpTo) => void upTo.set(log, readUpTo)
}

/**
 * Wraps a chain and reports up to when each log has been read: up to the last entry of the page, or up to the time of the
 * request if the page is empty.
 */
export function watchLag(
  chain: Chain,
  now: () => Instant,
  readUpTo: (log: WatchedLog, instant: Instant) => void,
): Chain {
  function told<Inputs extends readonly unknown[], Page>(
    log: WatchedLog,
    read: (...inputs: Inputs) => Promise<ChainAnswer<Page>>,
    entries: (page: Page) => readonly { readonly at: Instant }[],
  ) {
    return async (...inputs: Inputs) => {
      const askedAt = now()
      const answer = await read(...inputs)
      if (!answer.ok) return answer
      const last = entries(answer.value).at(-1)
      readUpTo(log, last?.at ?? askedAt)
      return answer
    }
  }
  return {
    ...chain,
    claimsAfter: told('claims', chain.claimsAfter, ({ claims }) => claims),
    paymentsAfter: told('payments', chain.paymentsAfter, ({ payments }) => payments),
  }
}

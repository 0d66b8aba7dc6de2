import { setTimeout as sleep } from 'node:timers/promises'
import type { BreakerView } from '@dropkit/adapter-chain/sui'
import type { Chain, Log, Store } from '@dropkit/core'
import { toIso } from '@dropkit/core/internal'
import type { FastifyInstance } from 'fastify'
import type { ClockView, ServiceClock } from '../time/service-clock.ts'
import { sharedAnswer } from './shared-answer.ts'

export interface HealthRouteOptions {
  readonly store: Pick<Store, 'check'>
  /**
   * Whether this server holds the master key that the store is sealed with. The value is refreshed every few seconds
   * elsewhere.
   */
  readonly holdsMasterKey: () => boolean
  readonly chain: Pick<Chain, 'check' | 'name'>
  readonly clock: Pick<ServiceClock, 'view'>
  /** Null if the chain needs no network. */
  readonly breaker?: (() => BreakerView) | null
  /** Whether the server is draining: it still serves requests, but reports that it is not ready. */
  readonly isDraining?: () => boolean
  readonly log: Log
  /**
   * How long the result of the chain's check is reused, in milliseconds, because anyone may ask for it, and a check calls the
   * node. 1,000 by default; 0 if the chain needs no network.
   */
  readonly chainAgeMs?: number
  /** The timeout of each check, in milliseconds; 2,000 by default. */
  readonly timeoutMs?: number
}

type Part = 'store' | 'chain'

/**
 * `/healthz` answers if the process runs. `/readyz` also checks the store, the chain and the master key, and says which of
 * them fails. A draining server is not ready. `/readyz?ignore=chain` does not ask the chain: a load balancer that asked for it
 * would take all servers out of service at once, although claims work without it.
 */
export function registerHealthRoutes(
  app: FastifyInstance,
  {
    store,
    chain,
    holdsMasterKey,
    clock,
    breaker = null,
    isDraining = () => false,
    log,
    chainAgeMs = breaker === null ? 0 : 1_000,
    timeoutMs = 2_000,
  }: HealthRouteOptions,
): void {
  /** The reason of a failure is only logged, because these routes are public. */
  async function isReachable(part: Part, check: () => Promise<void>): Promise<boolean> {
    const waiting = new AbortController()
    const late = sleep(timeoutMs, undefined, { signal: waiting.signal }).then(() => {
      throw new Error(`no answer within ${timeoutMs} ms`)
    })
    try {
      await Promise.race([check(), late])
      return true
    } catch (error) {
      log.warn('not ready', { part, reason: String(error) })
      return false
    } finally {
      late.catch(() => {})
      waiting.abort()
    }
  }

  async function checkChain(): Promise<void> {
    const answer = await chain.check()
    if (!answer.ok) throw new Error(answer.error.reason)
  }

  // Anyone may ask, so simultaneous requests share a check.
  const askStore = sharedAnswer(() => isReachable('store', () => store.check()), 0)
  const askChain = sharedAnswer(() => isReachable('chain', checkChain), chainAgeMs)

  app.get('/healthz', async () => ({ status: 'ok' }))

  app.get<{ Querystring: { readonly ignore?: unknown } }>('/readyz', async ({ query }, reply) => {
    // Answers without asking the store, so that the answer is immediate.
    if (isDraining()) {
      reply.code(503).header('retry-after', '1')
      return { status: 'draining' }
    }
    const [storeIsReachable, chainIsReachable] = await Promise.all([
      askStore(),
      query.ignore === 'chain' ? null : askChain(),
    ])
    const masterKeyIsHeld = holdsMasterKey()
    const isReady = storeIsReachable && chainIsReachable !== false && masterKeyIsHeld
    if (!isReady) reply.code(503).header('retry-after', '1')
    return {
      status: isReady ? 'ready' : 'not ready',
      store: storeIsReachable ? 'ok' : 'unreachable',
      ...(chainIsReachable === null ? {} : { chain: chainIsReachable ? 'ok' : 'unreachable' }),
      ...(masterKeyIsHeld ? {} : { masterKey: 'another one has taken over' }),
      ...clockText(clock.view()),
      ...(breaker && { chainBreaker: breakerText(breaker()) }),
    }
  })
}

/** The reason why the breaker opened is not shown, because it may contain internal details. */
const breakerText = ({ state, since }: BreakerView) => ({ state, since: toIso(since) })

/** A wrong system clock is reported, but the server stays ready, because the service's time does not follow it. */
function clockText({ systemAheadMs, unfollowedMs, isSystemWrong }: ClockView) {
  if (unfollowedMs !== 0) return { clock: `the reference clock jumped by ${seconds(unfollowedMs)} s` }
  return isSystemWrong ? { clock: `the machine's clock is wrong by ${seconds(systemAheadMs)} s` } : {}
}

const seconds = (ms: number): string => (ms / 1_000).toFixed(1)

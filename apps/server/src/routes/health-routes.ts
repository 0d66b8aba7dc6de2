import { setTimeout as sleep } from 'node:timers/promises'
import type { BreakerView } from '@dropkit/adapter-chain/sui'
import type { Chain, Log, Store } from '@dropkit/core'
import { toIso } from '@dropkit/core/internal'
import type { FastifyInstance } from 'fastify'
import type { ClockView, ServiceClock } from '../time/service-clock.ts'

export interface HealthRouteOptions {
  readonly store: Pick<Store, 'check'>
  /** Whether the master key is held under which the store is sealed; found out every few seconds, elsewhere. */
  readonly holdsMasterKey: () => boolean
  readonly chain: Pick<Chain, 'check' | 'name'>
  readonly clock: Pick<ServiceClock, 'view'>
  /** Null where no network is between. */
  readonly breaker?: (() => BreakerView) | null
  /** Whether the server was told to end: it still serves, and asks to be sent nothing more. */
  readonly isDraining?: () => boolean
  readonly log: Log
  /** How long a part may take to answer; 2,000 by default. */
  readonly timeoutMs?: number
}

type Part = 'store' | 'chain'

/**
 * `/healthz`: the process answers. `/readyz`: what it works on answers too, and it holds the key to what it finds there;
 * says which part does not. A server that was told to end is not ready either.
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
    timeoutMs = 2_000,
  }: HealthRouteOptions,
): void {
  /** Why a part cannot be reached goes to the log: these routes answer anybody. */
  async function isReachable(part: Part, check: () => Promise<void>): Promise<boolean> {
    const waiting = new AbortController()
    const late = sleep(timeoutMs, undefined, { signal: waiting.signal }).then(() => {
      throw new Error(`no answer within ${timeoutMs} ms`)
    })
    try {
      await Promise.race([check(), late])
      return true
    } catch (fault) {
      log.warn('not ready', { part, reason: String(fault) })
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

  app.get('/healthz', async () => ({ status: 'ok' }))

  app.get('/readyz', async (_request, reply) => {
    // Asks the store nothing: the answer is known, and has to come at once.
    if (isDraining()) {
      reply.code(503).header('retry-after', '1')
      return { status: 'draining' }
    }
    const [storeIsReachable, chainIsReachable] = await Promise.all([
      isReachable('store', () => store.check()),
      isReachable('chain', checkChain),
    ])
    const masterKeyIsHeld = holdsMasterKey()
    const isReady = storeIsReachable && chainIsReachable && masterKeyIsHeld
    if (!isReady) reply.code(503).header('retry-after', '1')
    return {
      status: isReady ? 'ready' : 'not ready',
      store: storeIsReachable ? 'ok' : 'unreachable',
      chain: chainIsReachable ? 'ok' : 'unreachable',
      ...(masterKeyIsHeld ? {} : { masterKey: 'another one has taken over' }),
      ...clockText(clock.view()),
      ...(breaker && { chainBreaker: breakerText(breaker()) }),
    }
  })
}

/** Why it opened may name what nobody outside needs to know. */
const breakerText = ({ state, since }: BreakerView) => ({ state, since: toIso(since) })

/** A wrong clock is reported, but does not make the server unready: the service does not follow it. */
function clockText({ systemAheadMs, unfollowedMs, isSystemWrong }: ClockView) {
  if (unfollowedMs !== 0) return { clock: `the reference clock jumped by ${seconds(unfollowedMs)} s` }
  return isSystemWrong ? { clock: `the machine's clock is wrong by ${seconds(systemAheadMs)} s` } : {}
}

const seconds = (ms: number): string => (ms / 1_000).toFixed(1)

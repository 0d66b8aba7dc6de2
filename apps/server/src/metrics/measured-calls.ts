import type { ClosableWebhookSender } from '@dropkit/adapter-webhook'
import {
  type Chain,
  type Dropkit,
  isStoreUnavailable,
  type Refusal,
  type Result,
  type Store,
  type WebhookAnswer,
} from '@dropkit/core'
import { Counter, Histogram, type Registry } from 'prom-client'
import type { Metrics } from './metrics.ts'

type Counts = Pick<Metrics, 'countClaim' | 'countRefusal'>
type UseCases = ReturnType<Dropkit['withLease']>
type Named = Record<string, (...given: never[]) => unknown>

/** Wraps the use cases: counts claims by their outcome, and refusals by their kind. */
export const countUseCases = (dropkit: Dropkit, counts: Counts): Dropkit => ({
  ...counted(dropkit, counts),
  withLease: (lease) => counted(dropkit.withLease(lease), counts),
})

function counted<Cases extends UseCases>(cases: Cases, counts: Counts): Cases {
  const wrapped = Object.entries(cases as unknown as Named).map(([name, run]) => [
    name,
    BESIDE.has(name) ? run : countRefusals(name, run, counts),
  ])
  return { ...(Object.fromEntries(wrapped) as Cases), ...countClaims(cases, counts) }
}

/** Use cases that no client calls, that are called for every request, or whose outcome is counted elsewhere. */
const BESIDE: ReadonlySet<string> = new Set([
  'authenticate',
  'withLease',
  'claimDrop',
  'createClaim',
  'claimRandomDrop',
  'serveRoutedClaim',
  'runDueJobs',
  'startDueJobs',
  'deliverWebhooks',
  'flushLastUsed',
  'flushCounts',
  'countView',
])

/** Counts refusals without delaying the answer. */
const countRefusals =
  (name: string, run: (...given: never[]) => unknown, { countRefusal }: Counts) =>
  (...given: never[]): unknown => {
    const answer = run(...given)
    if (!(answer instanceof Promise)) return answer
    answer.then(
      (result: unknown) => {
        const kind = refusalKindIn(result)
        if (kind !== undefined) countRefusal(name, kind)
      },
      // The caller gets this error and reports it.
      () => {},
    )
    return answer
  }

function countClaims(cases: UseCases, { countClaim, countRefusal }: Counts) {
  const claim = async <T>(
    operation: string,
    work: Promise<Result<T, Refusal>>,
    outcomeOf: (value: T) => string = () => 'granted',
  ): Promise<Result<T, Refusal>> => {
    try {
      const answer = await work
      const outcome = answer.ok ? outcomeOf(answer.value) : answer.error.kind
      countClaim(operation, outcome)
      if (outcome !== 'granted') countRefusal(operation, outcome)
      return answer
    } catch (error) {
      countClaim(operation, 'failed')
      throw error
    }
  }
  const { claimDrop, createClaim, claimRandomDrop } = cases
  return {
    claimDrop: (...given: Parameters<typeof claimDrop>) => claim('claimDrop', claimDrop(...given)),
    createClaim: (...given: Parameters<typeof createClaim>) => claim('createClaim', createClaim(...given)),
    claimRandomDrop: (...given: Parameters<typeof claimRandomDrop>) =>
      claim('claimRandomDrop', claimRandomDrop(...given), (answer) =>
        answer.kind === 'drawn' ? 'granted' : answer.refusal.kind,
      ),
  }
}

type Timed = readonly [string, (...given: never[]) => Promise<unknown>]

/** The methods that run once per batch or request. Reads that many requests share are counted per statement elsewhere. */
const TIMED_OF_STORE = [
  'changeDrop',
  'changeToken',
  'changeUser',
  'changeWebhook',
  'changeApiKey',
  'changeFile',
  'create',
  'credentials',
  'check',
] as const satisfies readonly (keyof Store)[]

/** Wraps the store and measures its transactions. */
export function timedStore(store: Store, registry: Registry): Store {
  const durations = new Histogram({
    name: 'dropkit_store_duration_seconds',
    help: 'How long transactions and look-ups of credentials took, by operation and outcome (ok, unavailable, failed)',
    labelNames: ['operation', 'outcome'] as const,
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
    registers: [registry],
  })
  const timed = TIMED_OF_STORE.map((operation): Timed => {
    const run = store[operation] as Timed[1]
    const ok = durations.labels(operation, 'ok')
    return [
      operation,
      async (...given) => {
        const startedAt = performance.now()
        try {
          const result = await run(...given)
          ok.observe((performance.now() - startedAt) / 1_000)
          return result
        } catch (error) {
          const outcome = isStoreUnavailable(error) ? 'unavailable' : 'failed'
          durations.observe({ operation, outcome }, (performance.now() - startedAt) / 1_000)
          throw error
        }
      },
    ]
  })
  return { ...store, ...Object.fromEntries(timed) }
}

/** Wraps the webhook sender and measures the answers of receivers. */
export function timedSender(sender: ClosableWebhookSender, registry: Registry): ClosableWebhookSender {
  const attempts = new Histogram({
    name: 'dropkit_webhook_attempt_duration_seconds',
    help: 'How long attempts to deliver webhooks took, by outcome (delivered, redirected, rejected, receiver_error, forbidden, failed, aborted)',
    labelNames: ['outcome'] as const,
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15],
    registers: [registry],
  })
  return {
    ...sender,
    async send(message) {
      const answer = await sender.send(message)
      const durationMs = answer.kind === 'forbidden' ? 0 : answer.durationMs
      attempts.observe({ outcome: outcomeOf(answer) }, durationMs / 1_000)
      return answer
    },
  }
}

function outcomeOf(answer: WebhookAnswer): string {
  if (answer.kind !== 'answered') return answer.kind
  const { statusCode } = answer
  if (statusCode < 300) return 'delivered'
  if (statusCode < 400) return 'redirected'
  return statusCode < 500 ? 'rejected' : 'receiver_error'
}

/** Wraps the chain and counts its calls by outcome. */
export function countedChain<Some extends Chain>(chain: Some, registry: Registry): Some {
  const calls = new Counter({
    name: 'dropkit_chain_requests_total',
    help: 'What the rules asked of the chain, by call and outcome (answered, unavailable, failed)',
    labelNames: ['call', 'outcome'] as const,
    registers: [registry],
  })
  const counted = Object.entries(chain).flatMap(([call, run]): readonly Timed[] => {
    if (typeof run !== 'function') return []
    const count = (outcome: string) => calls.inc({ call, outcome })
    return [
      [
        call,
        (...given) => {
          const answer = run(...given)
          if (answer instanceof Promise) {
            answer.then(
              (result: unknown) => count(refusalKindIn(result) === undefined ? 'answered' : 'unavailable'),
              () => count('failed'),
            )
          }
          return answer
        },
      ],
    ]
  })
  return { ...chain, ...Object.fromEntries(counted) }
}

/** The kind of the refusal in a result. Undefined if the result is not a refusal. */
export function refusalKindIn(answer: unknown): string | undefined {
  if (typeof answer !== 'object' || answer === null || !('ok' in answer) || answer.ok !== false)
    return undefined
  const error = 'error' in answer ? answer.error : undefined
  return typeof error === 'object' && error !== null && 'kind' in error ? String(error.kind) : 'refused'
}

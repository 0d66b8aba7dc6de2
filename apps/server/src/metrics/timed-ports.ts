import type { ClosableWebhookSender } from '@dropkit/adapter-webhook'
import { type Chain, isStoreUnavailable, type Store, type WebhookAnswer } from '@dropkit/core'
import { Counter, Histogram, type Registry } from 'prom-client'
import { refusalKindIn } from '../refusal-kind-in.ts'

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
    help: 'How long attempts to deliver webhooks took, by outcome (delivered, redirected, rejected, receiver_error, forbidden, failed)',
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

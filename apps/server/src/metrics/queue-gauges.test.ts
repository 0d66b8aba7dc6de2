import { Registry } from 'prom-client'
import { expect, it } from 'vitest'
import { type QueueGauges, registerQueueGauges } from './queue-gauges.ts'

it('of a store that does not answer are missing, and delay the other metrics for about a second', async () => {
  const registry = new Registry()
  const silent = () => new Promise<never>(() => {})
  registerQueueGauges({
    registry,
    storage: {
      jobs: { backlogByKind: silent, countFailing: silent },
      deliveries: { backlog: silent },
      eventLogBacklog: silent,
    } as unknown as QueueGauges['storage'],
    store: { check: silent, countVaultAlarms: silent, countUnmatchedPayments: silent },
    clock: { now: () => 0 },
    dropkit: { waitingClaims: () => 3, eventFollowers: () => 0 },
  })
  const startedAt = performance.now()
  const lines = (await registry.metrics()).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  expect(performance.now() - startedAt).toBeLessThan(1_900)
  expect(lines).toEqual(['dropkit_store_ready 0', 'dropkit_waiting_claims 3', 'dropkit_event_followers 0'])
})

import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '@dropkit/core'
import { expect, it } from 'vitest'
import { startDeliveries } from './deliveries.ts'

const silent = () => {}
const log: Log = { debug: silent, info: silent, warn: silent, error: silent }

/** A delivery run that lasts until it is told to end. */
function underWay() {
  const steps: string[] = []
  let end: () => void = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  return { steps, end, ended }
}

it('looks for events again immediately while there are any', async () => {
  let looks = 0
  const deliverWebhooks = async () => (++looks <= 20 ? 1 : 0)
  const dropkit = { deliverWebhooks, drainWebhooks: async () => {} }
  const deliveries = startDeliveries({ dropkit, sender: { close: async () => {} }, log, idleDelayMs: 60_000 })
  for (let waited = 0; waited < 200 && looks < 21; waited++) await sleep(10)
  await deliveries.stop()
  expect(looks).toBe(21)
})

it('finishes running deliveries, then closes the connections', async () => {
  const { steps, end, ended } = underWay()
  const dropkit = { deliverWebhooks: async () => 0, drainWebhooks: () => ended }
  const close = async () => void steps.push('closed')
  const stopped = startDeliveries({ dropkit, sender: { close }, log }).stop()
  await sleep(50)
  expect(steps).toEqual([])
  end()
  await stopped
  expect(steps).toEqual(['closed'])
})

it('aborts deliveries that exceed the time limit, and waits until that is stored', async () => {
  const { steps, end, ended } = underWay()
  const dropkit = {
    deliverWebhooks: async () => 0,
    drainWebhooks: () => ended.then(() => void steps.push('drained')),
  }
  const close = async () => {
    steps.push('closed')
    end()
  }
  await startDeliveries({ dropkit, sender: { close }, log, drainMs: 50 }).stop()
  expect(steps[0]).toBe('closed')
  expect(steps).toContain('drained')
})

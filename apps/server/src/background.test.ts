import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '@dropkit/core'
import { expect, it } from 'vitest'
import { startBackground, startDeliveries } from './background.ts'

const recordingLog = () => {
  const messages: string[] = []
  const write = (message: string) => void messages.push(message)
  const log: Log = { debug: write, info: write, warn: write, error: write }
  return { log, messages }
}

const nothing = async () => {}

/** Waits until `holds` returns true, for at most 5 seconds. */
const until = async (holds: () => boolean) => {
  for (let waited = 0; waited < 500 && !holds(); waited++) await sleep(10)
  expect(holds()).toBe(true)
}

it('goes on at once while there is work, and pauses when there is none', async () => {
  let rounds = 0
  const startDueJobs = async () => (++rounds <= 50 ? [nothing(), nothing(), nothing()] : [])
  const { log } = recordingLog()
  const background = startBackground({
    dropkit: { startDueJobs, flushLastUsed: nothing, flushCounts: nothing },
    log,
    idleDelayMs: 60_000,
  })
  await until(() => rounds >= 51)
  await sleep(50)
  // Each job that ends causes one more round.
  expect(rounds).toBeLessThan(60)
  await background.stop()
})

it('finishes running jobs before it stops, then stores when keys were last used and the counts of drops', async () => {
  const steps: string[] = []
  const run = async () => {
    await sleep(100)
    steps.push('run')
  }
  let isStarted = false
  const startDueJobs = async () => {
    if (isStarted) return []
    isStarted = true
    return [run()]
  }
  const flushLastUsed = async () => void steps.push('flush')
  const flushCounts = async () => void steps.push('counts')
  const { log } = recordingLog()
  const background = startBackground({ dropkit: { startDueJobs, flushLastUsed, flushCounts }, log })
  await sleep(20)
  await background.stop()
  expect(steps).toEqual(['run', 'flush', 'counts'])
  await sleep(150)
  expect(steps).toEqual(['run', 'flush', 'counts'])
})

it('survives an outage of the store, retries with growing delays, and logs it once', async () => {
  let isDown = true
  const triedAt: number[] = []
  const startDueJobs = async () => {
    triedAt.push(performance.now())
    if (isDown) throw new Error('the store is away')
    return []
  }
  const { log, messages } = recordingLog()
  const background = startBackground({
    dropkit: { startDueJobs, flushLastUsed: nothing, flushCounts: nothing },
    log,
    idleDelayMs: 20,
  })
  await until(() => triedAt.length === 4)
  const [first = 0, second = 0, third = 0, fourth = 0] = triedAt
  expect(third - second).toBeGreaterThan(second - first)
  expect(fourth - third).toBeGreaterThan(third - second)
  isDown = false
  await until(() => messages.length === 2)
  expect(messages).toEqual(['background work has to wait', 'background work goes on'])
  await background.stop()
})

it('pauses no longer than its longest delay during an outage', async () => {
  let tries = 0
  const startDueJobs = async () => {
    tries++
    throw new Error('the store is away')
  }
  const { log } = recordingLog()
  const background = startBackground({
    dropkit: { startDueJobs, flushLastUsed: nothing, flushCounts: nothing },
    log,
    idleDelayMs: 60_000,
    longestDelayMs: 5,
  })
  await until(() => tries >= 5)
  await background.stop()
})

it('logs each outage of the store', async () => {
  const isDown = [true, true, false, true, false]
  const { log, messages } = recordingLog()
  const startDueJobs = async () => {
    if (isDown.shift()) throw new Error('the store is away')
    return []
  }
  const background = startBackground({
    dropkit: { startDueJobs, flushLastUsed: nothing, flushCounts: nothing },
    log,
    idleDelayMs: 1,
  })
  await until(() => messages.length >= 4)
  await background.stop()
  const outage = ['background work has to wait', 'background work goes on']
  expect(messages).toEqual([...outage, ...outage])
})

it('starts the next round at once after one that took half a second', async () => {
  let rounds = 0
  const startDueJobs = async () => {
    if (++rounds === 1) await sleep(550)
    return []
  }
  const { log } = recordingLog()
  const background = startBackground({
    dropkit: { startDueJobs, flushLastUsed: nothing, flushCounts: nothing },
    log,
    idleDelayMs: 60_000,
  })
  await until(() => rounds === 2)
  await background.stop()
})

it('starts jobs that become due while a slow one runs, at once when another has ended', async () => {
  let release = () => {}
  const slow = new Promise<void>((resolve) => {
    release = resolve
  })
  let looks = 0
  const startDueJobs = async () => {
    looks++
    if (looks === 1) return [slow]
    return looks <= 20 ? [sleep(1)] : []
  }
  const { log } = recordingLog()
  const background = startBackground({
    dropkit: { startDueJobs, flushLastUsed: nothing, flushCounts: nothing },
    log,
    idleDelayMs: 10,
  })
  await until(() => looks > 20)
  let isStopped = false
  const stopped = background.stop().then(() => {
    isStopped = true
  })
  await sleep(30)
  expect(isStopped).toBe(false)
  release()
  await stopped
})

it('says when the end of a job could not be noted, and goes on', async () => {
  let looks = 0
  const startDueJobs = async () => (++looks === 1 ? [Promise.reject(new Error('the store is away'))] : [])
  const { log, messages } = recordingLog()
  const background = startBackground({
    dropkit: { startDueJobs, flushLastUsed: nothing, flushCounts: nothing },
    log,
    idleDelayMs: 5,
  })
  await until(() => looks > 3)
  await background.stop()
  expect(messages).toEqual(['the end of a background job could not be noted'])
})

it('notes when keys were last used and counts now and then, and at the end even when that fails', async () => {
  let flushes = 0
  const flushLastUsed = async () => {
    flushes++
    throw new Error('the store is away')
  }
  const { log, messages } = recordingLog()
  const startDueJobs = async () => []
  let counted = 0
  const flushCounts = async () => void counted++
  const dropkit = { startDueJobs, flushLastUsed, flushCounts }
  const background = startBackground({ dropkit, log, flushEveryMs: 5 })
  await until(() => flushes >= 3 && counted >= 3)
  const before = counted
  await background.stop()
  expect(counted).toBeGreaterThan(before)
  expect(messages).toEqual([
    'noting when keys were last used failed and is tried again',
    'when keys were last used could not be noted',
  ])
})

it('logs the first of several failures in a row, and again after a success', async () => {
  const isDown = [true, true, false, true]
  const { log, messages } = recordingLog()
  const flushCounts = async () => {
    if (isDown.shift()) throw new Error('the store is away')
  }
  const background = startBackground({
    dropkit: { startDueJobs: async () => [], flushLastUsed: nothing, flushCounts },
    log,
    flushEveryMs: 1,
  })
  await until(() => isDown.length === 0 && messages.length >= 2)
  await background.stop()
  const failure = 'storing the counts of drops failed and is tried again'
  expect(messages).toEqual([failure, failure])
})

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

import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '@dropkit/core'
import { expect, it } from 'vitest'
import { startBackground } from './background.ts'

const recordingLog = () => {
  const messages: string[] = []
  const write = (message: string) => void messages.push(message)
  const log: Log = { debug: write, info: write, warn: write, error: write }
  return { log, messages }
}

const nothing = async () => {}

/** Waits until something holds, for at most five seconds. */
const until = async (holds: () => boolean) => {
  for (let waited = 0; waited < 500 && !holds(); waited++) await sleep(10)
  expect(holds()).toBe(true)
}

it('goes on at once while there is work, and pauses when there is none', async () => {
  let rounds = 0
  const runDueJobs = async () => (++rounds <= 50 ? 3 : 0)
  const { log } = recordingLog()
  const background = startBackground({
    dropkit: { runDueJobs, flushLastUsed: nothing },
    log,
    idleDelayMs: 60_000,
  })
  await until(() => rounds === 51)
  await sleep(50)
  expect(rounds).toBe(51)
  await background.stop()
})

it('finishes what runs before it stops, then notes when keys were last used', async () => {
  const steps: string[] = []
  const runDueJobs = async () => {
    await sleep(100)
    steps.push('round')
    return 1
  }
  const flushLastUsed = async () => void steps.push('flush')
  const { log } = recordingLog()
  const background = startBackground({ dropkit: { runDueJobs, flushLastUsed }, log })
  await sleep(20)
  await background.stop()
  expect(steps).toEqual(['round', 'flush'])
  await sleep(150)
  expect(steps).toEqual(['round', 'flush'])
})

it('outlives an outage of the store, waits longer each time, and says so once', async () => {
  let isDown = true
  const triedAt: number[] = []
  const runDueJobs = async () => {
    triedAt.push(performance.now())
    if (isDown) throw new Error('the store is away')
    return 0
  }
  const { log, messages } = recordingLog()
  const background = startBackground({
    dropkit: { runDueJobs, flushLastUsed: nothing },
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

it('does not let a slow round hold up the next ones, and bounds how many run', async () => {
  let started = 0
  let release: (jobs: number) => void = () => {}
  const slow = new Promise<number>((resolve) => {
    release = resolve
  })
  const runDueJobs = () => {
    started++
    return slow
  }
  const { log } = recordingLog()
  const background = startBackground({ dropkit: { runDueJobs, flushLastUsed: nothing }, log, patienceMs: 10 })
  await until(() => started === 4)
  await sleep(100)
  expect(started).toBe(4)
  const stopped = background.stop()
  release(0)
  await stopped
})

it('notes when keys were last used now and then, and at the end even when that fails', async () => {
  let flushes = 0
  const flushLastUsed = async () => {
    flushes++
    throw new Error('the store is away')
  }
  const { log, messages } = recordingLog()
  const runDueJobs = async () => 0
  const background = startBackground({ dropkit: { runDueJobs, flushLastUsed }, log, flushEveryMs: 5 })
  await until(() => flushes >= 3)
  await background.stop()
  expect(messages).toEqual([
    'noting when keys were last used failed and is tried again',
    'when keys were last used could not be noted',
  ])
})

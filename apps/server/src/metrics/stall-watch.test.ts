import { setTimeout as sleep } from 'node:timers/promises'
import { Registry } from 'prom-client'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type StallWatch, watchStalls } from './stall-watch.ts'

const WINDOW_MS = 5_000
const logged: unknown[] = []
const log = {
  error() {},
  warn: (message: string, fields?: object) => void logged.push({ message, ...fields }),
  info() {},
  debug() {},
}
let registry: Registry
let watch: StallWatch
beforeEach(() => {
  registry = new Registry()
  logged.length = 0
  watch = watchStalls(registry, log, WINDOW_MS)
})
afterEach(() => watch.stop())

/** The longest stalls of the window. */
async function longest() {
  const [metric] = await registry.getMetricsAsJSON()
  const by = (clock: string) => metric?.values.find(({ labels }) => labels['clock'] === clock)
  const [wall, cpu] = [by('wall'), by('cpu')]
  return {
    wall: { ms: Number(wall?.value) * 1_000, operation: wall?.labels['operation'] },
    cpu: { ms: Number(cpu?.value) * 1_000, operation: cpu?.labels['operation'] },
  }
}

/** Blocks the event loop without using the processor. */
const wait = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
function compute(ms: number): void {
  const { user: from } = process.threadCpuUsage()
  while (process.threadCpuUsage().user - from < ms * 1_000);
}
async function during(name: string, work: () => void): Promise<void> {
  await sleep(30)
  const end = watch.operationBegins(name)
  work()
  end()
  await sleep(30)
}

test('reports the longest stall by each clock, and what ran then, even if they are different stalls', async () => {
  await longest()
  await during('waits', () => wait(2_000))
  await during('computes', () => compute(100))
  const { wall, cpu } = await longest()
  expect(wall.operation).toBe('waits')
  expect(wall.ms).toBeGreaterThan(1_500)
  expect(cpu.operation).toBe('computes')
  expect(cpu.ms).toBeGreaterThan(80)
})

test('shows a stall in every reading until the window is over', async () => {
  await during('computes', () => compute(300))
  const readings = [await longest(), await longest()]
  await sleep(400)
  readings.push(await longest())
  for (const { cpu } of readings) {
    expect(cpu.ms).toBeGreaterThan(250)
    expect(cpu.operation).toBe('computes')
  }
  await expect.poll(async () => (await longest()).cpu.ms).toBeLessThan(250)
})

test('with a window of 0, begins anew with every reading', async () => {
  watch.stop()
  registry = new Registry()
  watch = watchStalls(registry, log, 0)
  await during('computes', () => compute(300))
  await longest()
  await sleep(30)
  expect((await longest()).cpu.ms).toBeLessThan(250)
})

describe('names an operation that had begun before the stall', () => {
  const stalled = async () => ({ shown: (await longest()).cpu.operation, logged })
  const named = (operation: string) => ({
    shown: operation,
    logged: [{ message: 'the event loop was blocked', operation, stallMs: expect.any(Number) }],
  })

  test('although others begin after it, before it is noticed', async () => {
    const end = watch.operationBegins('blocks')
    await sleep(50)
    compute(400)
    end()
    const ends = ['next', 'another'].map((name) => watch.operationBegins(name))
    await sleep(30)
    for (const endNext of ends) endNext()
    expect(await stalled()).toEqual(named('blocks'))
  })

  test('although it ends with the stall, and others that had begun later wait', async () => {
    const endBlocks = watch.operationBegins('blocks')
    const endWaits = watch.operationBegins('waits')
    await sleep(50)
    compute(400)
    endBlocks()
    await sleep(30)
    endWaits()
    expect(await stalled()).toEqual(named('blocks'))
  })

  test('although it goes on', async () => {
    const end = watch.operationBegins('blocks')
    await sleep(50)
    compute(400)
    const endNext = watch.operationBegins('next')
    await sleep(30)
    endNext()
    end()
    expect(await stalled()).toEqual(named('blocks'))
  })
})

import { setTimeout as sleep } from 'node:timers/promises'
import { Registry } from 'prom-client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type StallWatch, watchStalls } from './stall-watch.ts'

let registry: Registry
let watch: StallWatch
beforeEach(() => {
  registry = new Registry()
  watch = watchStalls(registry, { error() {}, warn() {}, info() {}, debug() {} })
})
afterEach(() => watch.stop())

/** The longest stalls since the last call. */
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

test('begins anew with every scrape', async () => {
  await during('computes', () => compute(150))
  await longest()
  await sleep(30)
  expect((await longest()).cpu.ms).toBeLessThan(100)
})

import { randomUUID } from 'node:crypto'
import { createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '@dropkit/core'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { findRedis, NO_REDIS } from '../../../../test/support/redis.ts'
import { type Buckets, createMemoryBuckets } from './buckets.ts'
import { createRedisBuckets } from './redis-buckets.ts'

const redis = await findRedis()
afterAll(() => redis?.stop())

function recordingLog() {
  const messages: string[] = []
  const write = (message: string) => void messages.push(message)
  const log: Log = { debug: write, info: write, warn: write, error: write }
  return { log, messages }
}

async function open(to: string, prefix = `dropkit-test/${randomUUID()}/`, timeoutMs = 2_000) {
  const { log, messages } = recordingLog()
  const memory = createMemoryBuckets({ monotonicNow: () => performance.now() })
  let countedHere = 0
  const fallback: Buckets = {
    ...memory,
    take(...given) {
      countedHere++
      return memory.take(...given)
    },
  }
  const buckets = await createRedisBuckets({ url: to, fallback, log, prefix, timeoutMs })
  onTestFinished(() => buckets.close())
  return { buckets, messages, prefix, countedHere: () => countedHere }
}

const take = async (buckets: Buckets, key: string, perMinute: number, count = 1) =>
  (await buckets.take([{ key, perMinute }], count)).isGranted

const until = async (holds: () => boolean | Promise<boolean>) => {
  for (let waited = 0; waited < 500 && !(await holds()); waited++) await sleep(10)
  expect(await holds()).toBe(true)
}

describe.skipIf(redis === undefined)(`buckets in Redis${redis ? '' : ` (${NO_REDIS})`}`, () => {
  const redisUrl = redis?.url ?? ''
  /** Connects and waits until the connection works, so that no answer comes from the fallback. */
  const ready = async (prefix?: string) => {
    const made = await open(redisUrl, prefix)
    await until(async () => {
      const before = made.countedHere()
      await take(made.buckets, 'ready', 1)
      return made.countedHere() === before
    })
    return made
  }

  it('are counted across all servers, and never exceed the limit', async () => {
    const { buckets: one, prefix, messages } = await ready()
    const { buckets: other } = await ready(prefix)
    const taken = await Promise.all(
      Array.from({ length: 60 }, (_, n) => take(n % 2 === 0 ? one : other, 'shared', 20)),
    )
    // The capacity is 20. At most one token is refilled while this test runs.
    expect(taken.filter(Boolean).length).toBeGreaterThanOrEqual(20)
    expect(taken.filter(Boolean).length).toBeLessThanOrEqual(21)
    expect(messages).toEqual([])
  })

  it('take from every bucket that is named or from none', async () => {
    const { buckets } = await ready()
    const both = [
      { key: 'wide', perMinute: 10 },
      { key: 'narrow', perMinute: 2 },
    ]
    expect(await buckets.take(both, 2)).toMatchObject({ isGranted: true })
    const refused = await buckets.take(both, 2)
    expect(refused.isGranted).toBe(false)
    expect(refused.left[0]).toBeGreaterThanOrEqual(8)
    expect(refused.left[1]).toBeLessThan(1)
    expect(await take(buckets, 'wide', 10, 8)).toBe(true)
  })

  it('fill again evenly', async () => {
    const { buckets } = await ready()
    expect(await take(buckets, 'fast', 600, 600)).toBe(true)
    expect(await take(buckets, 'fast', 600, 5)).toBe(false)
    await sleep(600)
    expect(await take(buckets, 'fast', 600, 5)).toBe(true)
  })
})

describe('buckets whose Redis', () => {
  const unreachable = 'redis://127.0.0.1:1'

  it('cannot be reached count in the process, and say so once', async () => {
    const { buckets, messages } = await open(unreachable)
    const taken = [await take(buckets, 'a', 2), await take(buckets, 'a', 2), await take(buckets, 'a', 2)]
    expect(taken).toEqual([true, true, false])
    await until(() => messages.length > 0)
    await sleep(300)
    expect(messages).toEqual(['Redis cannot be reached: this server counts requests by itself'])
  })

  it('takes connections and says nothing do not keep requests waiting', async () => {
    const sockets = new Set<Socket>()
    const server = createServer((socket) => {
      sockets.add(socket.on('error', () => {}))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as { port: number }
    const { buckets } = await open(`redis://127.0.0.1:${port}`, undefined, 100)
    const startedAt = performance.now()
    for (let time = 0; time < 50; time++) expect(await take(buckets, 'a', 100)).toBe(true)
    expect(performance.now() - startedAt).toBeLessThan(1_000)
    await buckets.close()
    for (const socket of sockets) socket.destroy()
    server.close()
  })
})

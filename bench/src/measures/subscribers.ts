import { fileURLToPath } from 'node:url'
import { dropkit } from '../contestants/dropkit.ts'
import { Latencies, newClaims, runLoad } from '../load/run-load.ts'
import { type Child, startChild } from '../processes/child-process.ts'
import { cpuSecondsOf } from '../processes/resource-usage.ts'
import type { Followed } from '../work/follow-drop.ts'
import { checkClaims, type Measure, spreadOf } from './measure.ts'

const follower = fileURLToPath(new URL('../work/follow-drop.ts', import.meta.url))

const SUBSCRIBERS = 2_000
const PROCESSES = 2
const CLAIMS_PER_SECOND = 200
/** Longer than the last update may take to reach all subscribers. If one has not received it by then, the row fails. */
const LAST_UPDATE_MS = 5_000
const LAST_UPDATE_MS_IN_SHORT = 3_000

/** Measures how soon subscribers of a drop receive its updates. */
export const subscribers: Measure = {
  name: 'subscribers',
  title: 'Updates of a busy drop to 2,000 subscribers, p99 from the claim to the arrival',
  unit: 'ms',
  goal: 250,
  stretch: 100,
  higherIsBetter: false,
  async run(context) {
    const server = await dropkit.start({ database: 'sqlite', dataDir: context.makeFolder().path, drops: 1 })
    const clients: Child[] = []
    try {
      const [dropId = ''] = server.drops
      const plan = {
        url: server.url.replace('http:', 'ws:'),
        authorization: server.headers['Authorization'],
        dropId,
        subscribers: SUBSCRIBERS / PROCESSES,
      }
      for (let count = 0; count < PROCESSES; count++)
        clients.push(startChild(follower, { input: JSON.stringify(plan) }))
      await Promise.all(clients.map(({ says }) => says(/(subscribed)\n/)))
      context.say(`${SUBSCRIBERS} subscribers`)

      const seconds = context.rounds * context.roundSeconds
      const cpuBefore = cpuSecondsOf(server.pid)
      const load = await runLoad({
        url: server.url,
        headers: server.headers,
        connections: 64,
        ratePerSecond: CLAIMS_PER_SECOND,
        seconds,
        bodies: newClaims(server),
      })
      await new Promise((resolve) =>
        setTimeout(resolve, context.short ? LAST_UPDATE_MS_IN_SHORT : LAST_UPDATE_MS),
      )
      const cpu = (cpuSecondsOf(server.pid) ?? Number.NaN) - (cpuBefore ?? Number.NaN)
      await checkClaims(server, load.accepted, load.failed)

      const followed: Followed[] = []
      for (const { stop, output } of clients) {
        await stop()
        followed.push(JSON.parse(output().trim().split('\n').at(-1) ?? ''))
      }
      const newest = new Set(followed.flatMap((one) => one.newest))
      if (newest.size !== 1 || newest.has(''))
        throw new Error(`not all have heard of the last event, but of ${[...newest].slice(0, 5)}`)
      const delays = new Latencies()
      for (const { delaysMs } of followed) for (const delayMs of delaysMs) delays.add(delayMs)
      const { p50, p99, p999 } = delays.summary()
      const figure = spreadOf([p99])
      return {
        figure,
        series: [
          {
            contestant: server.name,
            unit: 'ms',
            rounds: [p99],
            spread: figure,
            details: {
              'p50 ms': p50,
              'p99.9 ms': p999,
              updates: delays.count,
              'updates to each': delays.count / SUBSCRIBERS,
              'server CPU µs an update': (cpu / delays.count) * 1e6,
              'claims a second': load.ratePerSecond,
              'claims p99 ms': load.latencyMs.p99,
            },
          },
        ],
        notes: [
          `${SUBSCRIBERS} sockets of ${PROCESSES} processes; ${CLAIMS_PER_SECOND} claims a second on the drop that all follow.`,
          'From the instant at which the claim was decided, before its commit, until the update was read by its client.',
          'Every subscriber has heard of the last event.',
        ],
      }
    } finally {
      for (const { stop } of clients) await stop()
      await server.stop()
    }
  },
}

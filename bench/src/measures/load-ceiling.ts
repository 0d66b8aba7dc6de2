import { fileURLToPath } from 'node:url'
import type { RunningContestant } from '../contestants/contestant.ts'
import { limit } from '../contestants/limit.ts'
import { claimBody, readBody, UNREAD_HEADERS } from '../contestants/requests.ts'
import { newClaims } from '../load/run-load.ts'
import { startChild } from '../processes/start-child.ts'
import { alternate } from './alternate.ts'
import { startAll, stopAll } from './contestants.ts'
import { type Measure, spreadOf } from './measure.ts'

const server = fileURLToPath(new URL('../load/trivial-server.ts', import.meta.url))
const CONNECTIONS = 64

const startTrivialServer = async (): Promise<RunningContestant> => {
  const child = startChild(server)
  return {
    name: 'The load itself',
    url: `${await child.says(/listens on (\S+)\n/)}/graphql`,
    pid: child.pid,
    drops: [`drop_${'0'.repeat(32)}`],
    headers: UNREAD_HEADERS,
    namesWallet: false,
    claimBody,
    readBody,
    countClaims: async () => undefined,
    stop: child.stop,
  }
}

/** Checks that the other rows measure the contestants and not the load process. */
export const loadCeiling: Measure = {
  name: 'ceiling',
  title:
    'What the load can send, to a server that only knows where a request ends ÷ to the fastest contestant',
  unit: '×',
  goal: 3,
  stretch: null,
  higherIsBetter: true,
  async run(context) {
    const dataDir = context.makeFolder().path
    const running = await startAll([
      startTrivialServer(),
      limit.start({ database: 'none', dataDir, drops: 1 }),
    ])
    try {
      const [ceiling, fastest] = await alternate(context, {
        contestants: running,
        connections: CONNECTIONS,
        bodiesFor: (one) => newClaims(one),
      })
      if (!ceiling || !fastest) throw new Error('two servers were loaded')
      const [most, rates] = [ceiling.series.rounds, fastest.series.rounds]
      return {
        figure: spreadOf(most.map((rate, round) => rate / (rates[round] ?? Number.NaN))),
        series: [ceiling.series, fastest.series],
        notes: [
          `${CONNECTIONS} connections, one request in flight on each; nothing is faster than the limit.`,
        ],
      }
    } finally {
      await stopAll(running)
    }
  },
}

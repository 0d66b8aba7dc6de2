// The workers of a server that was started with WORKERS.
import { readFileSync } from 'node:fs'
import { eventually } from './drops.ts'
import type { TestServer } from './server.ts'

/** Their process ids; Linux says which processes a process has started. */
export const workersOf = ({ processId }: TestServer): number[] =>
  readFileSync(`/proc/${processId}/task/${processId}/children`, 'utf8').trim().split(' ').map(Number)

export const readMetric = async ({ url }: TestServer, series: string): Promise<number> => {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  const line = metrics.split('\n').find((one) => one.startsWith(`${series} `))
  return line === undefined ? Number.NaN : Number(line.slice(series.length))
}

/** Waits until so many of them serve requests. */
export const workersServe = async (server: TestServer, count: number): Promise<void> => {
  // A worker that is killed breaks the connection on which it was asked.
  const serving = () => readMetric(server, 'dropkit_workers').catch(() => Number.NaN)
  await eventually(serving, (live) => live === count, 120_000)
}

import { text } from 'node:stream/consumers'
import { AnswerTally, Connection } from './connection.ts'
import { requestSource } from './request-source.ts'
import { Latencies, type LoadPlan, type LoadResult } from './run-load.ts'

const TICK_MS = 1
const DRAIN_MS = 10_000
const CONNECT_MS = 10_000

/** Generates the load of the plan, and counts and measures the responses. */
export const generateLoad = async (plan: LoadPlan): Promise<LoadResult> => {
  const { connections, seconds = Infinity, requests = Infinity, ratePerSecond } = plan
  if (seconds === Infinity && requests === Infinity) throw new Error('a plan says when the load ends')
  const source = requestSource(plan)
  const tally = new AnswerTally()
  const latencies = new Latencies()
  const url = new URL(plan.url)
  let startedAt = 0
  let sent = 0
  let isSending = false
  let lastAnswerAt = 0
  let finish = () => {}
  const finished = new Promise<void>((resolve) => {
    finish = resolve
  })

  const inFlight = () => all.reduce((sum, connection) => sum + connection.inFlight, 0)
  const mayGo = (now: number) => sent < requests && now - startedAt < seconds * 1_000
  const stopSending = () => {
    isSending = false
    if (inFlight() === 0) finish()
  }
  const send = (connection: Connection, since: number) => {
    sent++
    const { text, wallet } = source.next()
    connection.send(text, wallet, since)
  }

  const freeOnes = new Set<Connection>()
  const onFree = (connection: Connection) => {
    const now = performance.now()
    lastAnswerAt = now
    if (!isSending) {
      if (startedAt > 0 && inFlight() === 0) finish()
      return
    }
    if (!connection.isFree) return
    if (ratePerSecond === undefined) {
      if (mayGo(now)) send(connection, now)
      else stopSending()
    } else {
      freeOnes.add(connection)
      sendDue(now)
    }
  }

  /** The number of requests that are due by now, and the time when the next unsent one was due. */
  const intervalMs = 1_000 / (ratePerSecond ?? 1)
  const dueInAll = Math.min(requests, Math.round((seconds * 1_000) / intervalMs))
  const dueAt = (place: number) => startedAt + place * intervalMs
  const sendDue = (now: number) => {
    while (sent < dueInAll && dueAt(sent) <= now) {
      const [connection] = freeOnes
      if (!connection) return
      if (connection.isFree) send(connection, dueAt(sent))
      freeOnes.delete(connection)
    }
    if (isSending && sent >= dueInAll) stopSending()
  }

  const all = Array.from({ length: connections }, () => new Connection({ url, tally, latencies, onFree }))
  for (const connection of all) connection.open()
  const giveUpAt = performance.now() + CONNECT_MS
  while (all.some(({ isFree }) => !isFree)) {
    if (performance.now() > giveUpAt)
      throw new Error(`${plan.url} does not take ${connections} connections: ${tally.failures}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }

  const busyBefore = performance.eventLoopUtilization()
  startedAt = performance.now()
  isSending = true
  if (ratePerSecond === undefined) for (const connection of all) onFree(connection)
  else for (const connection of all) freeOnes.add(connection)
  const ticking =
    ratePerSecond === undefined ? undefined : setInterval(() => sendDue(performance.now()), TICK_MS)
  // Limits the run time, in case the server stops answering.
  const limitMs = (seconds === Infinity ? 600 : seconds) * 1_000 + (plan.drainMs ?? DRAIN_MS)
  const limit = setTimeout(finish, limitMs)
  await finished
  clearTimeout(limit)
  clearInterval(ticking)
  isSending = false
  const busy = performance.eventLoopUtilization(busyBefore).utilization
  tally.fail('no answer in time', inFlight())
  // Open loop: requests that were due, but for which no connection was free until the end.
  if (ratePerSecond !== undefined) tally.fail('not sent in time', dueInAll - sent)
  for (const connection of all) connection.end()

  const lasted = (Math.max(lastAnswerAt, startedAt + 1) - startedAt) / 1_000
  return {
    seconds: lasted,
    sent,
    answered: tally.answered,
    accepted: tally.accepted,
    refused: tally.refused,
    failed: tally.failed,
    failures: tally.failures,
    ratePerSecond: tally.accepted / lasted,
    latencyMs: latencies.summary(),
    bytesPerAnswer: tally.answered === 0 ? 0 : tally.bytes / tally.answered,
    clientBusyShare: busy,
  }
}

// In its own process, so that it does not disturb what it measures: reads a plan from standard input and writes the result to
// standard output, both as JSON.
if (import.meta.main) {
  const result = await generateLoad(JSON.parse(await text(process.stdin)) as LoadPlan)
  process.stdout.write(`${JSON.stringify(result)}\n`)
}

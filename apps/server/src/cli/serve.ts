import cluster from 'node:cluster'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '@dropkit/core'
import type { Config } from '../config/read-config.ts'
import { makeFolder } from '../files/content-store.ts'
import { createFile } from '../files/new-file.ts'
import { createLogger, createPinoLog } from '../log/pino-log.ts'
import type { Redaction } from '../log/redaction.ts'
import { type RunningServer, startServer } from '../running-server.ts'
import { type FirstStart, StartUpError } from '../start-up.ts'
import { machineClocks } from '../time/service-clock.ts'
import { superviseWorkers, WorkerEnded } from '../workers/supervise-workers.ts'
import { joinWorkerGroup } from '../workers/worker-group.ts'

/** After this time, the connections of slow clients are broken. */
const SLOW_CLIENTS_MS = 6_000
/** The minimum time that slow clients get after the draining phase. */
const LEAST_FOR_SLOW_CLIENTS_MS = 3_000
const DEADLINE_MS = 9_500

/** The text that is printed once the server listens. */
const startText = (url: string, { web }: Config): string => `
Dropkit listens on ${url}
${web ? `  Dashboard  ${url}/dashboard   (sign in with an API key or a wallet)\n` : ''}  GraphQL    ${url}/graphql   (Authorization: Bearer <API key>)
  Explorer   ${url}/graphql?explorerIsOpen=true

`

/**
 * Runs the server, or one of its workers, until a signal ends it. The exit code is 0 on success, and 1 if it could not end
 * in time.
 */
export async function serve(config: Config, redaction: Redaction): Promise<void> {
  let server: RunningServer | undefined

  async function end(signal: NodeJS.Signals): Promise<void> {
    // The server has not accepted any request yet.
    if (!server) process.exit(0)
    const running = server
    running.log.info('ending', { signal })
    // A supervisor that replaces this server sends SIGTERM. With any other signal the server does not drain, so that a
    // person at a terminal need not wait.
    const drainMs = signal === 'SIGTERM' ? config.drainSeconds * 1_000 : 0
    setTimeout(
      () => running.breakConnections(),
      Math.max(SLOW_CLIENTS_MS, drainMs + LEAST_FOR_SLOW_CLIENTS_MS),
    ).unref()
    setTimeout(() => leave('Shutdown did not finish in time.'), DEADLINE_MS).unref()
    if (drainMs > 0) {
      running.drain()
      await sleep(drainMs)
    }
    await running.end()
    running.log.info('ended')
    process.exit(0)
  }

  const leaveBroken = leaveBrokenWith(redaction, () => server?.log)
  onSignals(end, leaveBroken)

  const group = joinWorkerGroup(config)
  const onFirstStart = (first: Parameters<typeof firstStartText>[0]) =>
    process.stdout.write(firstStartText(first, config))
  server = await startServer(config, onFirstStart, {}, group)
  if (group === null) process.stdout.write(startText(server.url, config))
}

/** The file in DATA_DIR with the admin's API key. */
export const ADMIN_KEY_FILE = 'admin-api-key'

/**
 * The text that a start on an empty store prints. It contains the admin's new key, except in production: there, standard
 * output is usually stored with the logs, so the key goes into a file that only this user can read.
 */
export function firstStartText(
  first: FirstStart,
  { environment, dataDir }: { readonly environment: string | undefined; readonly dataDir: string },
): string {
  if (first.kind === 'not_first') return ''
  const { username, newKey } = first
  if (newKey === null) return `\nCreated the user ${username} with the API key in BOOTSTRAP_API_KEY.\n`
  if (environment?.toLowerCase() !== 'production')
    return `\nCreated the user ${username}. Its API key is shown only once:\n\n  ${newKey}\n`
  const path = join(dataDir, ADMIN_KEY_FILE)
  writeKey(dataDir, path, newKey)
  return `\nCreated the user ${username}. Its API key is in ${path}, which only the owner of the file can read. Delete the file when you have stored the key.\n`
}

function writeKey(dataDir: string, path: string, key: string): void {
  makeFolder(dataDir)
  try {
    // A file of an earlier store stays, because its key may still be needed.
    if (!createFile(path, `${key}\n`)) throw new Error('the file exists already')
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartUpError(
      `The admin's API key could not be written to ${path}: ${reason}. Create another one: npm run apikey -- create --username admin`,
      error,
    )
  }
}

/** Longer than the workers' own deadline, so that each worker can report what did not end in time. */
const WORKERS_DEADLINE_MS = 9_800

/** Runs the server as several workers until a signal ends it. The exit code is the highest exit code of its workers. */
export async function serveWithWorkers(config: Config, redaction: Redaction): Promise<void> {
  const log = createPinoLog(createLogger({ level: config.logLevel, redaction }))
  async function end(signal: NodeJS.Signals): Promise<void> {
    setTimeout(() => {
      supervisor.kill()
      leave('The workers did not end in time.')
    }, WORKERS_DEADLINE_MS).unref()
    process.exit(await supervisor.end(signal))
  }

  // Before the first worker starts, because a signal could end this process without it.
  onSignals(
    end,
    leaveBrokenWith(redaction, () => log),
  )
  const supervisor = superviseWorkers({
    size: config.workers,
    log,
    monotonicNow: machineClocks.monotonicNow,
  })
  try {
    process.stdout.write(startText(await supervisor.url, config))
  } catch (error) {
    if (!(error instanceof WorkerEnded)) throw error
    await supervisor.end('SIGTERM')
    process.exit(error.exitCode)
  }
}

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const
/**
 * A signal to a process group arrives twice: from its sender, and from processes of the group that forward signals. A
 * second signal within this time is therefore ignored.
 */
const SAME_SIGNAL_MS = 500

type LeaveBroken = (what: string) => (error: unknown) => never

/** Ends the process with exit code 1. The reason goes to the log, or to standard error if there is no log yet. */
const leaveBrokenWith =
  (redaction: Redaction, log: () => Log | undefined): LeaveBroken =>
  (what) =>
  (error) => {
    const reason = error instanceof Error ? (error.stack ?? error.message) : String(error)
    const opened = log()
    if (opened) opened.error(what, {}, error)
    else {
      const words = error instanceof StartUpError ? error.message : `${what}: ${reason}`
      process.stderr.write(`${redaction.text(words)}\n`)
    }
    process.exit(1)
  }

/**
 * Calls `end` at the first signal that ends the process. A second signal ends the process immediately, except for a worker: it
 * gets each signal to the whole process group again from the primary, which may be late, and ends at once with the primary.
 */
function onSignals(end: (signal: NodeJS.Signals) => Promise<void>, leaveBroken: LeaveBroken): void {
  let endingSince: number | undefined

  async function endOnce(signal: NodeJS.Signals): Promise<void> {
    const now = performance.now()
    if (endingSince !== undefined) {
      if (cluster.isWorker || now - endingSince < SAME_SIGNAL_MS) return
      leave(`A second ${signal}: exiting at once.`)
    }
    endingSince = now
    await end(signal)
  }

  for (const signal of SIGNALS)
    process.on(signal, () => void endOnce(signal).catch(leaveBroken('shutdown failed')))
  process.on('uncaughtException', leaveBroken('uncaught exception'))
  process.on('unhandledRejection', leaveBroken('unhandled rejection'))
  // A reader that closes the pipe early must not end the server.
  process.stdout.on('error', () => {})
}

function leave(reason: string): never {
  process.stderr.write(`${reason}\n`)
  process.exit(1)
}

import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../config/read-config.ts'
import { makeFolder } from '../files/content-store.ts'
import type { Redaction } from '../log/redaction.ts'
import { type RunningServer, startServer } from '../running-server.ts'
import { StartUpError } from '../start-up-error.ts'
import type { FirstStart } from '../words-of-commands.ts'
import { joinWorkerGroup } from '../workers/worker-group.ts'
import { flush } from './backup-store.ts'
import { leave, leaveBrokenWith, onSignals } from './process-end.ts'

/** After this time, the connections of slow clients are broken. */
const SLOW_CLIENTS_MS = 6_000
/** The minimum time that slow clients get after the draining phase. */
const LEAST_FOR_SLOW_CLIENTS_MS = 3_000
const DEADLINE_MS = 9_500

/** The text that is printed once the server listens. */
export const startText = (url: string, { web }: Config): string => `
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
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  try {
    const file = openSync(draft, 'wx', 0o600)
    try {
      writeSync(file, `${key}\n`)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    // Fails if a file of an earlier store has this name, because its key may still be needed.
    linkSync(draft, path)
    flush(dataDir)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartUpError(
      `The admin's API key could not be written to ${path}: ${reason}. Create another one: npm run apikey -- create --username admin`,
      error,
    )
  } finally {
    rmSync(draft, { force: true })
  }
}

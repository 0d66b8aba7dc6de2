import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../config/read-config.ts'
import type { Redaction } from '../log/redaction.ts'
import { type RunningServer, startServer } from '../running-server.ts'
import { joinWorkerGroup } from '../workers/worker-group.ts'
import { firstStartText } from './first-start-text.ts'
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

  const group = joinWorkerGroup(config.workers)
  const onFirstStart = (first: Parameters<typeof firstStartText>[0]) =>
    process.stdout.write(firstStartText(first, config))
  server = await startServer(config, onFirstStart, {}, group)
  if (group === null) process.stdout.write(startText(server.url, config))
}

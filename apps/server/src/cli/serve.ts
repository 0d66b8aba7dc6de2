import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../config/read-config.ts'
import type { Redaction } from '../log/redaction.ts'
import { type RunningServer, startServer } from '../running-server.ts'
import { StartUpFault } from '../start-up-fault.ts'
import { firstStartText } from './first-start-text.ts'

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const
/** Whoever signals a group of processes reaches us twice: himself, and by those in it that pass signals on. */
const SAME_SIGNAL_MS = 500
/** From then on clients that are slow to read or to write are cut off. */
const PATIENCE_MS = 6_000
/** What they get at least once the server takes nothing new. */
const LEAST_PATIENCE_MS = 3_000
const DEADLINE_MS = 9_500

/** Runs the server until a signal ends it: exit code 0 when all went well, 1 when it could not end in time. */
export async function serve(config: Config, redaction: Redaction): Promise<void> {
  let server: RunningServer | undefined
  let endingSince: number | undefined

  async function end(signal: string): Promise<void> {
    const now = performance.now()
    if (endingSince !== undefined) {
      if (now - endingSince < SAME_SIGNAL_MS) return
      leave(`A second ${signal}: leaving at once.`)
    }
    endingSince = now
    // Nothing has been promised to anybody yet.
    if (!server) process.exit(0)
    const running = server
    running.log.info('ending', { signal })
    // Only SIGTERM comes from what puts another server in this one's place; a person at a terminal waits for nothing.
    const drainMs = signal === 'SIGTERM' ? config.drainSeconds * 1_000 : 0
    setTimeout(() => running.breakConnections(), Math.max(PATIENCE_MS, drainMs + LEAST_PATIENCE_MS)).unref()
    setTimeout(() => leave('What was running did not end in time.'), DEADLINE_MS).unref()
    if (drainMs > 0) {
      running.drain()
      await sleep(drainMs)
    }
    await running.end()
    running.log.info('ended')
    process.exit(0)
  }

  const leaveBroken = (what: string) => (fault: unknown) => {
    const reason = fault instanceof Error ? (fault.stack ?? fault.message) : String(fault)
    if (server) server.log.error(what, {}, fault)
    else {
      const words = fault instanceof StartUpFault ? fault.message : `${what}: ${reason}`
      process.stderr.write(`${redaction.text(words)}\n`)
    }
    process.exit(1)
  }

  for (const signal of SIGNALS)
    process.on(signal, () => void end(signal).catch(leaveBroken('the end failed')))
  process.on('uncaughtException', leaveBroken('an exception that nobody caught'))
  process.on('unhandledRejection', leaveBroken('a rejection that nobody caught'))
  // Whoever read the first lines need not read on.
  process.stdout.on('error', () => {})

  server = await startServer(config, (first) => process.stdout.write(firstStartText(first, config)))
  process.stdout.write(startText(server.url, config))
}

function leave(reason: string): never {
  process.stderr.write(`${reason}\n`)
  process.exit(1)
}

const startText = (url: string, { web }: Config): string => `
Dropkit listens on ${url}
${web ? `  Dashboard  ${url}/dashboard   (sign in with an API key or a wallet)\n` : ''}  GraphQL    ${url}/graphql   (Authorization: Bearer <API key>)
  Explorer   ${url}/graphql?explorerIsOpen=true

`

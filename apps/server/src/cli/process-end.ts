import type { Log } from '@dropkit/core'
import type { Redaction } from '../log/redaction.ts'
import { StartUpError } from '../start-up-error.ts'

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const
/**
 * A signal to a process group arrives twice: from its sender, and from processes of the group that forward signals. A
 * second signal within this time is therefore ignored.
 */
const SAME_SIGNAL_MS = 500

type LeaveBroken = (what: string) => (error: unknown) => never

/** Ends the process with exit code 1. The reason goes to the log, or to standard error if there is no log yet. */
export const leaveBrokenWith =
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

/** Calls `end` at the first signal that ends the process. A second signal ends the process immediately. */
export function onSignals(end: (signal: NodeJS.Signals) => Promise<void>, leaveBroken: LeaveBroken): void {
  let endingSince: number | undefined

  async function endOnce(signal: NodeJS.Signals): Promise<void> {
    const now = performance.now()
    if (endingSince !== undefined) {
      if (now - endingSince < SAME_SIGNAL_MS) return
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

export function leave(reason: string): never {
  process.stderr.write(`${reason}\n`)
  process.exit(1)
}

import type { Log } from '@dropkit/core'
import type { Redaction } from '../log/redaction.ts'
import { StartUpFault } from '../start-up-fault.ts'

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const
/** Whoever signals a group of processes reaches us twice: himself, and by those in it that pass signals on. */
const SAME_SIGNAL_MS = 500

type LeaveBroken = (what: string) => (fault: unknown) => never

/** Ends the process with exit code 1, and says why in the log, or on standard error before there is a log. */
export const leaveBrokenWith =
  (redaction: Redaction, log: () => Log | undefined): LeaveBroken =>
  (what) =>
  (fault) => {
    const reason = fault instanceof Error ? (fault.stack ?? fault.message) : String(fault)
    const opened = log()
    if (opened) opened.error(what, {}, fault)
    else {
      const words = fault instanceof StartUpFault ? fault.message : `${what}: ${reason}`
      process.stderr.write(`${redaction.text(words)}\n`)
    }
    process.exit(1)
  }

/** Calls `end` at the first signal that asks the process to end. A second one ends it at once. */
export function onSignals(end: (signal: NodeJS.Signals) => Promise<void>, leaveBroken: LeaveBroken): void {
  let endingSince: number | undefined

  async function endOnce(signal: NodeJS.Signals): Promise<void> {
    const now = performance.now()
    if (endingSince !== undefined) {
      if (now - endingSince < SAME_SIGNAL_MS) return
      leave(`A second ${signal}: leaving at once.`)
    }
    endingSince = now
    await end(signal)
  }

  for (const signal of SIGNALS)
    process.on(signal, () => void endOnce(signal).catch(leaveBroken('the end failed')))
  process.on('uncaughtException', leaveBroken('an exception that nobody caught'))
  process.on('unhandledRejection', leaveBroken('a rejection that nobody caught'))
  // Whoever read the first lines need not read on.
  process.stdout.on('error', () => {})
}

export function leave(reason: string): never {
  process.stderr.write(`${reason}\n`)
  process.exit(1)
}

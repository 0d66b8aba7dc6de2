import type { Config } from '../config/read-config.ts'
import { createLogger, createPinoLog } from '../log/pino-log.ts'
import type { Redaction } from '../log/redaction.ts'
import { machineClocks } from '../time/machine-clocks.ts'
import { superviseWorkers, WorkerEnded } from '../workers/supervise-workers.ts'
import { leave, leaveBrokenWith, onSignals } from './process-end.ts'
import { startText } from './serve.ts'

/** Longer than the workers' own deadline, so that each worker can report what did not end in time. */
const DEADLINE_MS = 9_800

/** Runs the server as several workers until a signal ends it. The exit code is the highest exit code of its workers. */
export async function serveWithWorkers(config: Config, redaction: Redaction): Promise<void> {
  const log = createPinoLog(createLogger({ level: config.logLevel, redaction }))
  const supervisor = superviseWorkers({
    size: config.workers,
    log,
    monotonicNow: machineClocks.monotonicNow,
  })

  async function end(signal: NodeJS.Signals): Promise<void> {
    setTimeout(() => {
      supervisor.kill()
      leave('The workers did not end in time.')
    }, DEADLINE_MS).unref()
    process.exit(await supervisor.end(signal))
  }

  onSignals(
    end,
    leaveBrokenWith(redaction, () => log),
  )
  try {
    process.stdout.write(startText(await supervisor.url, config))
  } catch (error) {
    if (!(error instanceof WorkerEnded)) throw error
    await supervisor.end('SIGTERM')
    process.exit(error.exitCode)
  }
}

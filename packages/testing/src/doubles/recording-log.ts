import type { Log } from '@dropkit/core'

/** A logged line. */
export interface LogLine {
  readonly level: 'debug' | 'info' | 'warn' | 'error'
  readonly message: string
  readonly fields: Parameters<Log['info']>[1]
  readonly cause?: unknown
}

/** A log that stores its lines. */
export interface RecordingLog extends Log {
  readonly lines: readonly LogLine[]
}

/** Creates a log that stores its lines for tests. */
export function createRecordingLog(): RecordingLog {
  const lines: LogLine[] = []
  const at =
    (level: LogLine['level']) =>
    (message: string, fields?: LogLine['fields'], cause?: unknown): void => {
      lines.push(cause === undefined ? { level, message, fields } : { level, message, fields, cause })
    }
  return { lines, debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
}

const nothing = (): void => undefined

/** A log that discards everything. */
export const silentLog: Log = { debug: nothing, info: nothing, warn: nothing, error: nothing }

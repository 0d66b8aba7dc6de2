import { AsyncLocalStorage } from 'node:async_hooks'
import type { Log } from '@dropkit/core'
import { type DestinationStream, destination, type Logger, pino } from 'pino'
import { machineClocks } from '../time/service-clock.ts'
import { createRedaction, type Redaction } from './redaction.ts'

/**
 * Control characters that JSON does not escape, characters that some readers treat as a line end, and characters that
 * change the text direction.
 */
const MISREAD = /[\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/**
 * Escapes a JSON line so that every reader sees it as one line. Text from outside must not be able to start a new line,
 * move a terminal's cursor or be shown backwards.
 */
const asOneLine = (line: string): string =>
  line.replace(MISREAD, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)

export interface LoggerOptions {
  readonly level: string
  /** Removes secrets from every line. Default: only secrets that can be recognized by their format. */
  readonly redaction?: Redaction
  /** Standard error by default. */
  readonly stream?: DestinationStream
}

/** The most bytes of lines that could not be written. They are written together with a later line, if that can be. */
const MAX_WAITING_BYTES = 1024 * 1024

/**
 * Writes lines synchronously, so that the last lines of a process are not lost. A line that cannot be written, for example
 * because the disk is full, is no error: the server must go on without its log.
 */
export function logStream(fileDescriptor: number): DestinationStream {
  const stream = destination({ dest: fileDescriptor, sync: true, maxLength: MAX_WAITING_BYTES })
  stream.on('error', () => {})
  // Not the stream itself: pino flushes it after a fatal line, which repeats a failed write until it succeeds.
  return { write: (line) => void stream.write(line) }
}

/**
 * Logs JSON lines. Every line that is written during a request, a job or a claim batch contains its id. Every line passes
 * the redaction as a whole just before it is written, so that no way of logging bypasses it.
 */
export const createLogger = ({
  level,
  redaction = createRedaction(),
  stream = logStream(2),
}: LoggerOptions): Logger =>
  pino(
    {
      level,
      base: { pid: process.pid },
      timestamp: () => `,"time":"${new Date(machineClocks.systemNow()).toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
      mixin: whereWeAre,
      hooks: { streamWrite: (line) => asOneLine(redaction.line(line)) },
    },
    stream,
  )

export const createPinoLog = (logger: Logger): Log => ({
  debug: (message, fields) => logger.debug(fields ?? {}, message),
  info: (message, fields) => logger.info(fields ?? {}, message),
  warn: (message, fields) => logger.warn(fields ?? {}, message),
  error: (message, fields, cause) =>
    logger.error(cause === undefined ? { ...fields } : { ...fields, err: cause }, message),
})

/** The context that log lines are written in. */
export interface LogContext {
  /** Returns the fields to add to each log line. Called only when a line is written. */
  readonly logFields: () => Readonly<Record<string, string | number>>
}

/** A request can be the context itself, so that no object is created per request. */
interface Identified {
  readonly id: string
}

const contexts = new AsyncLocalStorage<LogContext | Identified>()

/** Runs a function, and everything it starts, in a context. */
export const within = <T>(context: LogContext | Identified, run: () => T): T => contexts.run(context, run)

/** The log fields of the current context. Returns a new object each time. */
function whereWeAre(): Record<string, string | number> {
  const context = contexts.getStore()
  if (context === undefined) return {}
  return 'logFields' in context ? { ...context.logFields() } : { requestId: context.id }
}

import type { Log } from '@dropkit/core'
import { type DestinationStream, destination, type Logger, pino } from 'pino'

/** Fields that hold a secret wherever they turn up; nothing of ours logs them, but a library may. */
const SECRET_FIELDS = [
  'authorization',
  'Authorization',
  'cookie',
  'password',
  'secret',
  'apiKey',
  'masterKey',
  'privateKey',
  'newPrivateKey',
  'signature',
  'token',
]

const paths = SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`])

/** JSON lines on standard error, written at once: the last words of a process that ends are not lost. */
export const createLogger = (
  level: string,
  stream: DestinationStream = destination({ dest: 2, sync: true }),
): Logger =>
  pino(
    {
      level,
      base: { pid: process.pid },
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths, censor: '[secret]' },
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

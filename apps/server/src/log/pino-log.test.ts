import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import type { pino } from 'pino'
import { describe, expect, it, onTestFinished } from 'vitest'
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts'
import { createLogger, createPinoLog, logStream, within } from './pino-log.ts'
import { createRedaction } from './redaction.ts'

function written(level: string, write: (log: ReturnType<typeof createPinoLog>, logger: pino.Logger) => void) {
  const lines: string[] = []
  const stream = { write: (line: string) => lines.push(line) }
  const logger = createLogger({ level, stream, redaction: createRedaction(['open sesame now']) })
  write(createPinoLog(logger), logger)
  for (const line of lines) expect(line).toMatch(/^\{[^\n]*\}\n$/)
  return lines.map((line) => JSON.parse(line))
}

it('writes one JSON object a line, with its level in words', () => {
  const [line] = written('info', (log) => log.warn('the chain is late', { lateMs: 5 }))
  expect(line).toMatchObject({ level: 'warn', msg: 'the chain is late', lateMs: 5 })
  expect(Date.parse(line.time)).not.toBeNaN()
})

it('writes the cause of an error, and the cause of that cause', () => {
  const cause = new Error('because', { cause: new Error('at the root') })
  const [line] = written('info', (log) => log.error('it broke', { job: 'x' }, cause))
  expect(line).toMatchObject({
    level: 'error',
    job: 'x',
    err: { message: expect.stringContaining('because') },
  })
  expect(line.err.stack).toContain('at the root')
})

it('has written each line to its file when the call returns', () => {
  const path = join(temporaryFolder(), 'log')
  const file = openSync(path, 'w')
  onTestFinished(() => closeSync(file))
  createLogger({ level: 'info', stream: logStream(file) }).info('here')
  expect(readFileSync(path, 'utf8')).toContain('"msg":"here"')
})

it('does not fail when its lines cannot be written', () => {
  const full = openSync('/dev/full', 'w')
  const logger = createLogger({ level: 'info', stream: logStream(full) })
  for (let line = 0; line < 100; line++) logger.info('x'.repeat(100_000))
  logger.fatal('last words')
  closeSync(full)
})

it('keeps quiet below its level', () => {
  expect(written('warn', (log) => log.info('nothing'))).toEqual([])
})

describe('a secret is in no line', () => {
  const secret = 'open sesame now'
  const error = () =>
    Object.assign(new Error(`no ${secret}`, { cause: new Error(`deep ${secret}`) }), {
      config: { headers: [{ authorization: 'Bearer 123', 'x-note': secret }] },
      [secret]: 1,
    })

  it.each<[string, (log: ReturnType<typeof createPinoLog>, logger: pino.Logger) => void]>([
    ['in a message', (log) => log.info(`it is ${secret}`)],
    ['in a field', (log) => log.warn('it is', { reason: secret, deep: { er: [secret] } })],
    ['in an error, its causes and what hangs on it', (log) => log.error('it broke', {}, error())],
    ['in a thrown value that is not an error', (log) => log.error('it broke', {}, { thrown: secret })],
    ['through the logger itself', (_log, logger) => logger.error({ err: error() }, `with ${secret}`)],
    ['through a format', (_log, logger) => logger.info('of %s and %o', secret, { secret })],
    ['through a child', (_log, logger) => logger.child({ held: secret }).debug(secret)],
    ['as the last words', (_log, logger) => logger.fatal(error())],
  ])('%s', (_way, write) => {
    const lines = written('debug', write)
    expect(lines).toHaveLength(1)
    expect(JSON.stringify(lines)).not.toContain('sesame')
    expect(JSON.stringify(lines)).toContain('[secret]')
  })

  it('never produces a second line', () => {
    const forged = 'x\n{"level":"info","msg":"forged"}\r\u2028'
    expect(written('info', (log) => log.info(forged, { reason: forged }))).toHaveLength(1)
  })
})

it('names the request or the job during which a line is written', async () => {
  const lines = written('info', (log) => {
    log.info('nowhere')
    within({ id: 'req-1' }, () => log.info('in a request'))
    within({ logFields: () => ({ jobId: 'job-1', job: 'sweep' }) }, () => log.info('in a job'))
  })
  expect(lines[0]).not.toHaveProperty('requestId')
  expect(lines[1]).toMatchObject({ requestId: 'req-1', msg: 'in a request' })
  expect(lines[2]).toMatchObject({ jobId: 'job-1', job: 'sweep' })
})

it('names it also after asynchronous waits', async () => {
  const lines: string[] = []
  const log = createPinoLog(createLogger({ level: 'info', stream: { write: (line) => lines.push(line) } }))
  await Promise.all(
    ['a', 'b'].map((id) =>
      within({ id }, async () => {
        await new Promise((resolve) => setTimeout(resolve, id === 'a' ? 5 : 1))
        log.info(`for ${id}`)
      }),
    ),
  )
  expect(lines.map((line) => JSON.parse(line)).map(({ requestId, msg }) => [requestId, msg])).toEqual([
    ['b', 'for b'],
    ['a', 'for a'],
  ])
})

const SIGNS = [
  '\r',
  '\n',
  '\u001b[2K',
  '\u009b31m',
  '\u0085',
  '\u2028',
  '\u2029',
  '\u202e',
  '\u2066',
  '\u007f',
  '\u0000',
  '\b',
  '"',
  '\\',
]

it('every logged value stays one line of JSON for every reader, and loses nothing', () => {
  const texts = fc
    .array(fc.oneof(fc.constantFrom(...SIGNS), fc.string({ unit: 'binary' })))
    .map((all) => all.join(''))
  fc.assert(
    fc.property(texts, texts, (text, message) => {
      let written = ''
      const stream = {
        write(piece: string) {
          written += piece
        },
      }
      createLogger({ level: 'info', stream }).warn({ path: text, err: new Error(text) }, message)
      expect(written.endsWith('\n')).toBe(true)
      const line = written.slice(0, -1)
      expect(line).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u)
      const read = JSON.parse(line)
      expect(read).toMatchObject({ level: 'warn', msg: message.toWellFormed(), path: text.toWellFormed() })
    }),
  )
})

import { expect, it } from 'vitest'
import { createLogger, createPinoLog } from './pino-log.ts'

const written = (level: string, write: (log: ReturnType<typeof createPinoLog>) => void) => {
  const lines: string[] = []
  const stream = { write: (line: string) => lines.push(line) }
  write(createPinoLog(createLogger(level, stream)))
  return lines.map((line) => JSON.parse(line))
}

it('writes one JSON object a line, with its level in words', () => {
  const [line] = written('info', (log) => log.warn('the chain is late', { lateMs: 5 }))
  expect(line).toMatchObject({ level: 'warn', msg: 'the chain is late', lateMs: 5 })
  expect(Date.parse(line.time)).not.toBeNaN()
})

it('writes what caused an error', () => {
  const [line] = written('info', (log) => log.error('it broke', { job: 'x' }, new Error('because')))
  expect(line).toMatchObject({ level: 'error', job: 'x', err: { message: 'because' } })
})

it('writes no secret', () => {
  const [line] = written('info', (log) =>
    log.info('a request', { authorization: 'Bearer dk_sesame', headers: { authorization: 'dk_sesame' } }),
  )
  expect(JSON.stringify(line)).not.toContain('sesame')
})

it('keeps quiet below its level', () => {
  expect(written('warn', (log) => log.info('nothing'))).toEqual([])
})

import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { createLogger } from './pino-log.ts'

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

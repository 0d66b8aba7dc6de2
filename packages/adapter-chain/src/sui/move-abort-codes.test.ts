import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { failureReason } from './move-abort-codes.ts'

const PACKAGE = `0x${'ab'.repeat(32)}`

const reasonOf = (abortCode: string, module: string, location = PACKAGE) =>
  failureReason(
    { message: 'what the node says', MoveAbort: { abortCode, location: { package: location, module } } },
    PACKAGE,
  )

const sources = new URL('../../move/dropkit/sources/', import.meta.url)
const ERROR = /#\[error\(code = (\d+)\)\]\nconst (E\w+): vector<u8> = b"([^"]*)";/g
const aborts = readdirSync(sources).flatMap((file) =>
  [...readFileSync(new URL(file, sources), 'utf8').matchAll(ERROR)].map(
    ([, code = '', name = '', message = '']) => ({ module: file.replace('.move', ''), name, code, message }),
  ),
)

/** The abort code that the compiler writes: the code, the line, and the positions of name and message in the module. */
const cleverCode = (code: string, line = 165): string =>
  String((0xcn << 60n) | (BigInt(code) << 48n) | (BigInt(line) << 32n) | (4n << 16n) | 5n)

describe('the reason of a failed transaction', () => {
  test('has something to compare with', () => {
    expect(new Set(aborts.map(({ name }) => name)).size).toBe(13)
  })

  test.each(aborts)('names $name of $module as the Move source does', ({ module, name, code, message }) => {
    expect(reasonOf(cleverCode(code), module)).toBe(`${name}: ${message}`)
  })

  test('names the plain codes of packages that were published before', () => {
    expect(reasonOf('4', 'drop')).toMatch(/^ENonceUsed: /)
  })

  test("is the framework's own message where it has one", () => {
    const abort = {
      abortCode: cleverCode('2', 120),
      location: { package: '0x2', module: 'coin_registry' },
      cleverError: {
        constantName: 'ECurrencyAlreadyExists',
        constantType: 'vector<u8>',
        value: 'It is there.',
      },
    }
    expect(failureReason({ message: 'what the node says', MoveAbort: abort }, PACKAGE)).toBe(
      'ECurrencyAlreadyExists: It is there.',
    )
  })

  test('names the abort of a split that is too small', () => {
    expect(reasonOf('2', 'balance', '0x2')).toMatch(/^EInsufficientBalance: /)
  })

  test.each([
    ['an unknown code', reasonOf('99', 'drop')],
    ['a message without a code', reasonOf(cleverCode('255'), 'drop')],
    ['the first layout, which has no codes', reasonOf(String((0x8n << 60n) | (4n << 48n)), 'drop')],
    ["another package's code", reasonOf('4', 'drop', '0x5')],
    ["another module's code of the framework", reasonOf('2', 'table', '0x2')],
    ['no abort at all', failureReason({ message: 'what the node says' }, PACKAGE)],
    [
      'an abort that is nowhere',
      failureReason({ message: 'what the node says', MoveAbort: { abortCode: '4' } }, PACKAGE),
    ],
  ])('is the text of the node for %s', (_what, reason) => {
    expect(reason).toBe('what the node says')
  })
})

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
const aborts = readdirSync(sources).flatMap((file) =>
  [...readFileSync(new URL(file, sources), 'utf8').matchAll(/^const (E\w+): u64 = (\d+);$/gm)].map(
    ([, name = '', code = '']) => ({ module: file.replace('.move', ''), name, code }),
  ),
)

describe('the reason of a failed transaction', () => {
  test('has something to compare with', () => {
    expect(new Set(aborts.map(({ name }) => name)).size).toBe(13)
  })

  test.each(aborts)('names $name of $module as the Move source does', ({ module, name, code }) => {
    expect(reasonOf(code, module).split(':')[0]).toBe(name)
  })

  test('names what a split of too little says', () => {
    expect(reasonOf('2', 'balance', '0x2')).toMatch(/^EInsufficientBalance: /)
  })

  test.each([
    ['an unknown code', reasonOf('99', 'drop')],
    ["another package's code", reasonOf('4', 'drop', '0x5')],
    ["another module's code of the framework", reasonOf('2', 'table', '0x2')],
    ['no abort at all', failureReason({ message: 'what the node says' }, PACKAGE)],
    [
      'an abort that is nowhere',
      failureReason({ message: 'what the node says', MoveAbort: { abortCode: '4' } }, PACKAGE),
    ],
  ])('is what the node says for %s', (_what, reason) => {
    expect(reason).toBe('what the node says')
  })
})

import { describe, expect, it } from 'vitest'
import { helpText, USAGES, usageAfter } from './cli/help-text.ts'
import { StartUpFault } from './start-up-fault.ts'
import { inWordsHere, inWordsOf } from './words-of-commands.ts'

const texts = [
  helpText([]),
  ...Object.keys(USAGES).map((verb) => usageAfter([verb])),
  'Set MASTER_KEY_PREVIOUS to it and run: npm run master-key -- rotate',
  'SUI_PACKAGE_ID must be set: what `npm run sui -- publish` printed for this network',
  'Another port: PORT=4001 npm start',
  'npm run --silent audit [-- --database URL]',
]

describe('where the package is installed', () => {
  it.each(texts)('names no script of npm: %#', (text) => {
    expect(inWordsOf('dropkit', text)).not.toMatch(/npm (run|start)|-- --/)
  })

  it('names each command as it is called there', () => {
    const packed = texts.map((text) => inWordsOf('dropkit', text))
    expect(packed.at(-4)).toContain('run: dropkit master-key rotate')
    expect(packed.at(-3)).toContain('`dropkit sui publish`')
    expect(packed.at(-2)).toContain('PORT=4001 dropkit')
    expect(packed.at(-1)).toBe('dropkit audit [--database URL]')
  })
})

it('prints the commands of the repository, in errors and in the help', () => {
  for (const text of texts) {
    expect(inWordsHere(text)).toBe(text)
    expect(new StartUpFault(text).message).toBe(text)
  }
})

it.each(['npm', 'dropkit'] as const)(
  'names no page that only the repository has without saying so: %s',
  (called) => {
    expect(inWordsOf(called, texts.join('\n'))).not.toMatch(/docs\//)
  },
)

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { filesHere, ROOT } from './pages.ts'

const GLOSSARY = 'docs/glossary.md'
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

const rowsBelow = (title: string): readonly (readonly string[])[] => {
  const section = read(GLOSSARY).split(`\n## ${title}\n`)[1]?.split('\n## ')[0] ?? ''
  const rows = section.split('\n').filter((line) => line.startsWith('| '))
  return rows.slice(1).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

const sources = filesHere().filter(
  (path) =>
    /\.(?:ts|tsx|mjs|md|graphql|move)$/.test(path) &&
    !/^(?:bench\/results|packages\/core\/api)\/|CHANGELOG\.md$|\/move\/framework\//.test(path) &&
    path !== GLOSSARY &&
    path !== 'test/docs/glossary.test.ts',
)

/** Matches the words as prose, camelCase or kebab-case. */
const patternOf = (words: string): RegExp => new RegExp(`${words.split(' ').join('[-_ ]?')}s?(?![a-z])`, 'i')

describe('the glossary', () => {
  const retired = rowsBelow('Retired words').map(([words = '']) => words)

  it('lists retired words', () => {
    expect(retired).toContain('claim desk')
    expect(patternOf('claim desk').test('the claim queue')).toBe(false)
    expect(patternOf('claim desk').test('a ClaimDesk')).toBe(true)
    expect(patternOf('claim desk').test('./claim-desk.ts')).toBe(true)
  })

  it.each(retired)('“%s” appears in no source, name of a file or page', (words) => {
    const pattern = patternOf(words)
    expect(sources.filter((path) => pattern.test(path) || pattern.test(read(path)))).toEqual([])
  })

  it('names only identifiers that exist', () => {
    const code = sources.filter((path) => !path.endsWith('.md')).map(read)
    const all = [...code, read('package.json')].join('\n')
    const named = [
      'Drops and claims',
      'The chain',
      'Payments',
      'Random drops',
      'Lotteries',
      'The service',
    ].flatMap((title) =>
      rowsBelow(title).flatMap(([term = '', , identifiers = '']) =>
        [...identifiers.matchAll(/`([^`]+)`/g)].map(([, name = '']) => ({ term, name })),
      ),
    )
    expect(named.length).toBeGreaterThan(40)
    const exists = (name: string): boolean => {
      if (name.startsWith('npm run ')) return all.includes(`"${name.slice('npm run '.length)}":`)
      if (/^packages\//.test(name) || name.endsWith('.ts')) {
        const wanted = name.replace('*', '')
        return filesHere().some((path) => path.startsWith(wanted) || path.endsWith(`/${wanted}`))
      }
      return name.split('.').every((part) => all.includes(part))
    }
    expect(named.filter(({ name }) => !exists(name))).toEqual([])
  })
})

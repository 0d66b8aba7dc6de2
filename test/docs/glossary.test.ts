import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { HOLDS, typeErrorsOf } from './held-blocks.ts'
import { type Block, filesHere, findPages, ROOT } from './pages.ts'

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

it('finds a program with a type error', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dropkit-types-'))
  try {
    const file = join(folder, 'planted.mts')
    writeFileSync(file, 'const amount: bigint = 100n\n\nexport const text: string = amount\n')
    expect(typeErrorsOf(ROOT, [file])).toEqual([
      `${file}:3: Type 'bigint' is not assignable to type 'string'.`,
    ])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

// Checks the blocks on the pages that are not run, by the rule for their language.

const errorsOf = (block: Block): readonly string[] => {
  try {
    return HOLDS[block.language]?.(block) ?? []
  } catch (error) {
    return [String(error)]
  }
}

const pages = findPages().filter(({ blocks }) => blocks.some(({ language }) => language in HOLDS))

it.each(pages)('$path shows nothing that is not so', ({ path, blocks }) => {
  const errors = blocks.flatMap((block) => errorsOf(block).map((error) => `${path}:${block.line}: ${error}`))
  expect(errors).toEqual([])
})

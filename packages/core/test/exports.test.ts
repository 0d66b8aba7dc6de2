import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../..')

test('every export of the root has a docstring', () => {
  // The API report is compared with the source by `npm run check api`.
  const report = readFileSync(join(root, 'packages/core/api/core.api.md'), 'utf8')
  const undocumented = report.matchAll(/^\/\/ @public \(undocumented\)\n(export .*)$/gm)
  expect([...undocumented].map(([, name]) => name)).toEqual([])
})

const source = join(root, 'packages/core/src')
const ports = globSync('ports/*.ts', { cwd: source }).filter((file) => !file.endsWith('.test.ts'))
const textOf = (file: string) => readFileSync(join(source, file), 'utf8')
const exportedBy = (file: string) =>
  [...textOf(file).matchAll(/^export (?:async )?(?:const|function\*?|type|interface|class) (\w+)/gm)].map(
    ([, name = '']) => name,
  )
const namesOf = (entry: string) =>
  new Set(
    [...textOf(entry).matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, names = '']) =>
      names
        .split(',')
        .map((name) => name.trim().replace(/^type /, ''))
        .filter((name) => name !== ''),
    ),
  )
const ofRoot = namesOf('index.ts')

test('the internal entry exports no name of the root', () => {
  const internal = namesOf('internal.ts')
  expect(internal.size).toBeGreaterThan(50)
  expect([...internal].filter((name) => ofRoot.has(name))).toEqual([])
})

test('the root exports every name of the code that the comments of the ports name', () => {
  const ofCode = new Set(globSync('**/*.ts', { cwd: source }).flatMap(exportedBy))
  expect(ofCode.size).toBeGreaterThan(500)
  const named = ports.flatMap((file) =>
    [...textOf(file).matchAll(/\/\*\*[\s\S]*?\*\//g)].flatMap(([comment]) =>
      [...comment.matchAll(/`([^`]+)`/g)].flatMap(([, quoted = '']) =>
        [...quoted.matchAll(/(?<![.\w])[A-Za-z]\w*/g)].map(([name]) => name),
      ),
    ),
  )
  expect(named).toContain('transferKey')
  expect([...new Set(named)].filter((name) => ofCode.has(name) && !ofRoot.has(name))).toEqual([])
})

test('the root exports every type of the ports, except the budget that the server gives to its own stores', () => {
  const types = ports.flatMap((file) =>
    [...textOf(file).matchAll(/^export (?:type|interface) (\w+)/gm)].map(([, name = '']) => name),
  )
  expect(types.filter((name) => !ofRoot.has(name))).toEqual(['WorkBudget', 'CurrentBudget'])
})

test('no program in the documentation imports the internals of core', () => {
  const pages = globSync('{README.md,docs/**/*.md,examples/*.md,packages/*/README.md}', { cwd: root })
  expect(pages.length).toBeGreaterThan(10)
  const importing = pages.filter((page) =>
    readFileSync(join(root, page), 'utf8').includes("from '@dropkit/core/internal'"),
  )
  expect(importing).toEqual([])
})

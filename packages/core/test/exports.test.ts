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

test('no program in the documentation imports the internals of core', () => {
  const pages = globSync('{README.md,docs/**/*.md,examples/*.md,packages/*/README.md}', { cwd: root })
  expect(pages.length).toBeGreaterThan(10)
  const importing = pages.filter((page) =>
    readFileSync(join(root, page), 'utf8').includes("from '@dropkit/core/internal'"),
  )
  expect(importing).toEqual([])
})

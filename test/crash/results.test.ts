import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { ALL_RUNS } from './all-runs.ts'
import { pageWithTable } from './results.ts'

const page = readFileSync(new URL('../../docs/testing.md', import.meta.url), 'utf8')

it('the page on reliability shows the stored results, and no others', () => {
  expect(pageWithTable(page)).toBe(page)
})

it('the page on testing describes each run', () => {
  for (const { name } of ALL_RUNS) expect(page).toContain(`| \`${name}\` |`)
})

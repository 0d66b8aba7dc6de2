// Makes the active mutant active in the processes that tests start, too, and tells Stryker what runs there. Otherwise the code
// of servers and commands would count as untested.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'

globalThis.__stryker__ ??= {}
const stryker = globalThis.__stryker__
const tests = new Set()
let folder

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'dropkit-mutation-'))
  const { activeMutant } = stryker
  // For threads, which get a copy of the variables.
  if (activeMutant !== undefined) process.env['__STRYKER_ACTIVE_MUTANT__'] = activeMutant
  const environment = {
    ...(activeMutant === undefined ? {} : { __STRYKER_ACTIVE_MUTANT__: activeMutant }),
    NODE_OPTIONS: `--import=${new URL('report-coverage.mjs', import.meta.url)}`,
    MUTATION_COVERAGE: folder,
  }
  process.env['MUTATION_ENVIRONMENT'] = JSON.stringify(environment)
})

beforeEach(() => {
  if (stryker.currentTestId !== undefined) tests.add(stryker.currentTestId)
})

/** What the processes that have ended ran counts as run by these tests. */
function count(byTests) {
  for (const name of readdirSync(folder)) {
    if (!name.endsWith('.json')) continue
    const path = join(folder, name)
    const covered = JSON.parse(readFileSync(path, 'utf8'))
    rmSync(path)
    stryker.mutantCoverage ??= { static: {}, perTest: {} }
    const { perTest, static: atLoad } = stryker.mutantCoverage
    // Processes do not tell what they ran when their files were loaded. Stryker ignores such mutants, because tests in this
    // process load the files only once.
    const ran = Object.fromEntries(Object.entries(covered).filter(([mutant]) => !(mutant in atLoad)))
    for (const test of byTests) perTest[test] = { ...ran, ...perTest[test] }
  }
}

// These hooks run before Stryker's own, because hooks after tests run in the reverse order.
afterEach(() => {
  if (stryker.currentTestId !== undefined) count([stryker.currentTestId])
})
afterAll(() => {
  count(tests)
  rmSync(folder, { recursive: true, force: true })
})

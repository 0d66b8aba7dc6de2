// Puts back the bugs of a review that led to these tests, some per run, and shows that a test fails with each of them.
import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { buildWebWhenDue } from '../tools/build-web-when-due.mjs'
import { allShares, plantedShare, shareOf } from './support/planted-fault.ts'
import { SEEN_FAULTS } from './support/seen-faults.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const LIMIT_MS = 300_000
const run = promisify(execFile)

/** A bug takes about 11 s, because its test starts in its own process. */
const SHARES = 8

interface Which {
  readonly name?: string
  readonly env?: Readonly<Record<string, string>>
}

/** The number of failing tests in a file. */
async function failuresOf(file: string, { name, env = {} }: Which): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'dropkit-seen-fault-'))
  const report = join(folder, 'report.json')
  const named = name === undefined ? [] : ['-t', name]
  const args = ['node_modules/vitest/vitest.mjs', 'run', file, ...named]
  try {
    const reporting = ['--reporter=json', `--outputFile=${report}`]
    const options = { cwd: root, env: { ...process.env, ...env } }
    // The exit code of a run with failures is not 0. A run that failed to start writes no report.
    await new Promise((resolve) => execFile(process.execPath, [...args, ...reporting], options, resolve))
    return (JSON.parse(readFileSync(report, 'utf8')) as { numFailedTests: number }).numFailedTests
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** A copy of the built pages in which one page has the fault. */
async function pagesWith(page: string, env: Readonly<Record<string, string>>) {
  if ((await buildWebWhenDue(root)) !== 0) throw new Error('The web pages cannot be built')
  const folder = mkdtempSync(join(tmpdir(), 'dropkit-planted-pages-'))
  const remove = async () => rmSync(folder, { recursive: true })
  cpSync(join(root, 'apps', 'web', 'dist'), folder, { recursive: true })
  const script = join(root, 'test', 'support', 'build-planted-page.ts')
  const production = { ...process.env, ...env, NODE_ENV: 'production' }
  await run(process.execPath, [script, page, folder], { cwd: root, env: production }).catch(async (fault) => {
    await remove()
    throw fault
  })
  return { folder, [Symbol.asyncDispose]: remove }
}

test('the shares together put back every fault', () => {
  expect(new Set(allShares(SEEN_FAULTS, SHARES).flat())).toEqual(new Set(SEEN_FAULTS))
})

test.each(shareOf(SEEN_FAULTS, SHARES))(
  `a test fails with fault $fault: $what (${plantedShare})`,
  async ({ fault, page, test: { file, ...which } }) => {
    const env = { ...which.env, PLANTED_FAULT: String(fault) }
    await using pages = page === undefined ? undefined : await pagesWith(page, env)
    const PLANTED_PAGES = pages && { PLANTED_PAGES: pages.folder }
    expect(await failuresOf(file, { ...which, env: { ...env, ...PLANTED_PAGES } })).toBeGreaterThan(0)
  },
  LIMIT_MS,
)

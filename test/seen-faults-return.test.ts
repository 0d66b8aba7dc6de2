// Puts back the bugs of a review that led to these tests, some per run, and shows that a test fails with each of them.
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { allShares, plantedShare, shareOf } from './support/planted-share.ts'
import { SEEN_FAULTS } from './support/seen-faults.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const LIMIT_MS = 300_000
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

test('the shares together put back every fault', () => {
  expect(new Set(allShares(SEEN_FAULTS, SHARES).flat())).toEqual(new Set(SEEN_FAULTS))
})

test.each(shareOf(SEEN_FAULTS, SHARES))(
  `a test fails with fault $fault: $what (${plantedShare})`,
  async ({ fault, test: { file, ...which } }) => {
    const env = { ...which.env, PLANTED_FAULT: String(fault) }
    expect(await failuresOf(file, { ...which, env })).toBeGreaterThan(0)
  },
  LIMIT_MS,
)

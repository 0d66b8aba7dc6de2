// Loaded by each process that a test starts: tells processes.mjs which mutants it ran.
import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { threadId } from 'node:worker_threads'

process.on('exit', () => {
  const covered = globalThis.__stryker__?.mutantCoverage?.static
  if (covered === undefined) return
  const path = join(process.env['MUTATION_COVERAGE'], `${process.pid}-${threadId}`)
  writeFileSync(path, JSON.stringify(covered))
  // The test process may read the folder at any time.
  renameSync(path, `${path}.json`)
})

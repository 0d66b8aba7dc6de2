// Evaluates vitest's JSON reports, for .ci/run. `failed REPORT...` prints the files that failed, one per line. `count
// REPORT... AGAIN` counts the tests of all runs and of the repeated run, if there was one, and names the tests that only
// failed once.
import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'

const [what, ...paths] = process.argv.slice(2)
const read = (path) => JSON.parse(readFileSync(path, 'utf8'))

const filesOf = (report) => new Map(report.testResults.map((file) => [relative('.', file.name), file]))
const hasFailed = ({ status }) => status === 'failed'

if (what === 'failed') {
  for (const report of paths.filter(existsSync).map(read))
    for (const [name, file] of filesOf(report)) if (hasFailed(file)) console.log(name)
} else if (!paths.slice(0, -1).every(existsSync)) {
  console.log('The tests wrote no results.')
} else {
  const first = new Map(paths.slice(0, -1).flatMap((path) => [...filesOf(read(path))]))
  const again = paths
    .slice(-1)
    .filter(existsSync)
    .flatMap((path) => [...filesOf(read(path))])
  const last = new Map([...first, ...again])
  const unsteady = [...last].filter(([name, file]) => !hasFailed(file) && hasFailed(first.get(name)))
  if (unsteady.length > 0) console.log(`UNSTEADY, passed when run again: ${unsteady.map(([name]) => name)}`)
  const counts = { passed: 0, failed: 0, skipped: 0 }
  for (const file of last.values()) {
    for (const { status } of file.assertionResults)
      counts[status === 'passed' || status === 'failed' ? status : 'skipped']++
    // A file that fails before its first test contains no failed test, so it is counted as one.
    if (hasFailed(file) && !file.assertionResults.some(hasFailed)) counts.failed++
  }
  const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : ''
  console.log(`${counts.passed} passed, ${counts.failed} failed${skipped}`)
}

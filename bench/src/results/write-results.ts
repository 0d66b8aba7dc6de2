import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { markdownTable, type Report } from './report.ts'

const resultsFolder = fileURLToPath(new URL('../../results', import.meta.url))

/**
 * Writes latest-<kind>.json, .md and .svg, which replace the last run of that kind. A full run's JSON is also stored under
 * its date, one per day, so that runs can be compared. Returns the paths.
 */
export const writeResults = async (report: Report): Promise<readonly string[]> => {
  // Loaded only here, because a table needs no drawing library.
  const { drawPlots } = await import('./plots.ts')
  mkdirSync(resultsFolder, { recursive: true })
  const base = `latest-${report.kind}`
  const plots = drawPlots(report).map(({ name, svg }) => ({ name: `${base}-${name}.svg`, content: svg }))
  const json = `${JSON.stringify(report, null, 2)}\n`
  const files = [
    { name: `${base}.json`, content: json },
    ...(report.kind === 'full' ? [{ name: `${report.date.slice(0, 10)}-full.json`, content: json }] : []),
    {
      name: `${base}.md`,
      content: markdownTable(
        report,
        plots.map(({ name }) => name),
      ),
    },
    ...plots,
  ]
  return files.map(({ name, content }) => {
    const path = join(resultsFolder, name)
    writeFileSync(path, content)
    return path
  })
}

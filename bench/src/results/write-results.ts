import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { markdownTable, type Report } from './report.ts'

const resultsFolder = fileURLToPath(new URL('../../results', import.meta.url))

/** Writes latest-<kind>.md and its plots, which replace the last run of that kind. Returns the paths. */
export const writeResults = async (report: Report): Promise<readonly string[]> => {
  // Loaded only here, because a table needs no drawing library.
  const { drawPlots } = await import('./plots.ts')
  mkdirSync(resultsFolder, { recursive: true })
  const base = `latest-${report.kind}`
  const plots = drawPlots(report).map(({ name, svg }) => ({ name: `${base}-${name}.svg`, content: svg }))
  const names = plots.map(({ name }) => name)
  const table = { name: `${base}.md`, content: markdownTable(report, names) }
  return [table, ...plots].map(({ name, content }) => {
    const path = join(resultsFolder, name)
    writeFileSync(path, content)
    return path
  })
}

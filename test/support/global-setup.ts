import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stopEmbeddedPostgres, stopEmbeddedPostgresAtOnce } from './embedded-postgres.ts'
import { dropLeftDatabases } from './postgres.ts'
import { outcomeInRun, runFolderVariable } from './test-run.ts'

const folderPrefix = 'dropkit-test-run-'

const embeddedOf = (folder: string): string | undefined => {
  const postgres = outcomeInRun<{ readonly folder: string }>(folder, 'postgres')
  return postgres && 'value' in postgres ? postgres.value.folder : undefined
}

/** Stops what the processes of a run started together, and removes its databases from a Postgres that keeps running. */
const closeRun = async (folder: string): Promise<void> => {
  try {
    const embedded = embeddedOf(folder)
    if (embedded !== undefined) await stopEmbeddedPostgres(embedded)
    else await dropLeftDatabases(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const isRunning = (processId: number): boolean => {
  try {
    process.kill(processId, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Cleans up runs that were killed before they could clean up. */
const closeAbandonedRuns = async (): Promise<void> => {
  for (const name of readdirSync(tmpdir())) {
    if (!name.startsWith(folderPrefix)) continue
    const processId = Number(name.slice(folderPrefix.length).split('-')[0])
    // If the clean-up fails, for example because another user started that run, this run continues.
    if (!isRunning(processId)) await closeRun(join(tmpdir(), name)).catch(() => {})
  }
}

const assertPinnedNode = (): void => {
  const { dependencies } = createRequire(import.meta.url)('../../package.json') as {
    dependencies: { node: string }
  }
  if (process.versions.node !== dependencies.node)
    throw new Error(
      `The tests run on Node ${dependencies.node}, and this is ${process.versions.node}: start them with npm test or npx vitest run.`,
    )
}

/** Creates the folder that the processes of this vitest run share. The returned function cleans the run up. */
export default async function setUpRun(): Promise<() => Promise<void>> {
  assertPinnedNode()
  await closeAbandonedRuns()
  const folder = mkdtempSync(join(tmpdir(), `${folderPrefix}${process.pid}-`))
  process.env[runFolderVariable] = folder
  // On SIGINT, vitest exits without its teardown. The next run then drops the databases.
  const leaveAtOnce = () => {
    const embedded = embeddedOf(folder)
    if (embedded !== undefined) stopEmbeddedPostgresAtOnce(embedded)
  }
  process.once('exit', leaveAtOnce)
  return async () => {
    process.off('exit', leaveAtOnce)
    await closeRun(folder)
  }
}

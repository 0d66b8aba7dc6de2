// State that the processes of one vitest run share: a folder, whose path global-setup.ts puts into their environment.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

export const runFolderVariable = 'DROPKIT_TEST_RUN'

const lookAgainMs = 50
const longestStartMs = 180_000

/** The folder of this process's run; undefined outside a vitest run. */
export const runFolder = (): string | undefined => process.env[runFolderVariable]

type Outcome<T> = { readonly value: T } | { readonly failure: string }

export const outcomeInRun = <T>(folder: string, name: string): Outcome<T> | undefined => {
  const path = join(folder, `${name}.json`)
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Outcome<T>) : undefined
}

/** Runs `start` in the first process of the run that asks. The other processes wait for its value or its failure. */
export const sharedInRun = async <T>(name: string, start: () => Promise<T>): Promise<T> => {
  const folder = runFolder()
  if (folder === undefined) throw new Error('only a process of a vitest run shares')
  const isFirst = mkdirSync(join(folder, name), { recursive: true }) !== undefined
  if (isFirst) {
    const outcome: Outcome<T> = await start().then(
      (value) => ({ value }),
      (error: unknown) => ({ failure: String(error) }),
    )
    // The file is renamed into place, so that no process reads half of it.
    const path = join(folder, `${name}.json`)
    writeFileSync(`${path}.new`, JSON.stringify(outcome))
    renameSync(`${path}.new`, path)
  }
  for (const giveUpAt = Date.now() + longestStartMs; Date.now() < giveUpAt; await pause(lookAgainMs)) {
    const outcome = outcomeInRun<T>(folder, name)
    if (!outcome) continue
    if ('failure' in outcome) throw new Error(outcome.failure)
    return outcome.value
  }
  throw new Error(`${name} was not set within ${longestStartMs / 1000} s`)
}

import { unreachable } from '@dropkit/core'
import { misspeltSettings } from '../config/misspelt-settings.ts'
import { StartUpFault } from '../start-up-fault.ts'
import { readStoreSettings, type StoreSettings, secretsOf } from './store-settings.ts'

export type StoreCommand =
  /** `database` is an address or the path of a file; undefined for the store of the settings. */
  | { readonly kind: 'audit'; readonly database: string | undefined; readonly isJson: boolean }
  | {
      readonly kind: 'backup'
      readonly path: string
      readonly mayReplace: boolean
      readonly withKey: boolean
    }
  | { readonly kind: 'restore'; readonly path: string; readonly acceptsDifferences: boolean }

const FINE = 0
const DIFFERS = 1
const NOT_DONE = 2

/** Does something with the store alone, beside servers that may be using it. Gives the exit code. */
export async function runStoreCommand(
  command: StoreCommand,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<number> {
  try {
    for (const hint of misspeltSettings(environment)) process.stderr.write(`${hint}\n`)
    const settings = readStoreSettings(environment)
    if (!settings.ok) throw new StartUpFault(settings.error)
    return await run(command, settings.value)
  } catch (fault) {
    const reason = fault instanceof Error ? fault.message : String(fault)
    process.stderr.write(
      `${fault instanceof StartUpFault ? reason : `${command.kind} was not done: ${reason}`}\n`,
    )
    return NOT_DONE
  }
}

async function run(command: StoreCommand, settings: StoreSettings): Promise<number> {
  switch (command.kind) {
    case 'audit': {
      const { auditAndWrite } = await import('./audit-store.ts')
      const { database, isJson } = command
      const databaseUrl = database === undefined ? settings.databaseUrl : addressOf(database)
      const order = { databaseUrl, secrets: secretsOf(settings), isJson }
      return (await auditAndWrite(order, process.stdout)) ? FINE : DIFFERS
    }
    case 'backup': {
      const { backupStore } = await import('./backup-store.ts')
      writeLines(await backupStore(settings, command))
      return FINE
    }
    case 'restore': {
      const { restoreStore } = await import('./restore-store.ts')
      writeLines(await restoreStore(settings, command, process.stdout))
      return FINE
    }
    default:
      return unreachable(command)
  }
}

const addressOf = (database: string): string =>
  /^(sqlite:|postgres(ql)?:)/.test(database) ? database : `sqlite:${database}`

const writeLines = (lines: readonly string[]) => {
  for (const line of lines) process.stdout.write(`${line}\n`)
}

import { unreachable } from '@dropkit/core/internal'
import { misspeltSettings } from '../config/read-config.ts'
import { inWordsHere, StartUpError } from '../start-up.ts'
import { readStoreSettings, requireStore, type StoreSettings, secretsOf } from './store-settings.ts'

export type StoreCommand =
  /** `database` is a URL or the path of a file. Undefined for the store of the settings. */
  | { readonly kind: 'audit'; readonly database: string | undefined; readonly isJson: boolean }
  | {
      readonly kind: 'backup'
      readonly path: string
      readonly mayReplace: boolean
      readonly withKey: boolean
    }
  | { readonly kind: 'restore'; readonly path: string; readonly acceptsDifferences: boolean }
  /** `to` is a URL or the path of a file. */
  | { readonly kind: 'move'; readonly to: string; readonly acceptsDifferences: boolean }
  | { readonly kind: 'cancel_move' }

const FINE = 0
const DIFFERS = 1
const NOT_DONE = 2

/** Runs a command on the store alone. Servers may be using the store meanwhile. Returns the exit code. */
export async function runStoreCommand(
  command: StoreCommand,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<number> {
  try {
    for (const hint of misspeltSettings(environment)) process.stderr.write(`${hint}\n`)
    const settings = readStoreSettings(environment)
    if (!settings.ok) throw new StartUpError(settings.error)
    return await run(command, settings.value)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const said = error instanceof StartUpError ? reason : `${verbOf(command)} failed: ${reason}`
    process.stderr.write(`${inWordsHere(said)}\n`)
    return NOT_DONE
  }
}

const verbOf = ({ kind }: StoreCommand): string => (kind === 'cancel_move' ? 'move --cancel' : kind)

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
    case 'move': {
      const { moveStoreTo } = await import('./move-store-to.ts')
      const { to, acceptsDifferences } = command
      const order = { to: addressOf(to), acceptsDifferences }
      writeLines(await moveStoreTo(settings, order, process.stdout))
      return FINE
    }
    case 'cancel_move': {
      const { cancelMove } = await import('@dropkit/adapter-storage')
      requireStore(settings)
      await cancelMove(settings.databaseUrl)
      writeLines(['The move is cancelled. Servers can use this store again; remove the unfinished copy.'])
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

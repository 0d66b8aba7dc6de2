import cluster from 'node:cluster'
import { inspect } from 'node:util'
import { messageOf, type Result } from '@dropkit/core'
import { type Config, misspeltSettings, type Purpose, readConfig, storeName } from '../config/read-config.ts'
import { secretsInEnvironment } from '../config/secrets-in-settings.ts'
import { createRedaction } from '../log/redaction.ts'
import { StartUpError } from '../start-up-error.ts'
import { inWordsHere } from '../words-of-commands.ts'
import { helpText, usageAfter } from './help-text.ts'
import { type Command, readCommand } from './read-command.ts'
import type { StoreCommand } from './run-store-command.ts'
import type { SuiCommand } from './run-sui-command.ts'

/** The options of our commands that npm has no option of the same name for. */
const OPTIONS = [
  'requests-per-minute',
  'keep-upgrade-cap',
  'database',
  'overwrite',
  'with-key',
  'accept-differences',
  'cancel',
  'arrivals',
  'wallets',
  'seed',
  'runs',
  'format',
  'svg',
  'id',
]

/**
 * Returns the options that were given before `--`, or without it. npm does not pass these to the script, so the command
 * would run without them, which cannot be undone when it publishes a package. npm puts them into the script's environment.
 */
const optionsWithheldByNpm = (environment: Readonly<Record<string, string | undefined>>): readonly string[] =>
  OPTIONS.filter((name) => environment[`npm_config_${name.replaceAll('-', '_')}`] !== undefined).map(
    (name) => `--${name}`,
  )

const BAD_USE = 2

/** Runs a command line. An error that the operator can fix ends it with a plain message and exit code 1. */
export async function runCommandLine(
  commandLine: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const withheld = optionsWithheldByNpm(environment)
  const command: Command =
    withheld.length > 0
      ? {
          kind: 'misused',
          reason: `npm did not pass on ${withheld.join(', ')}: put options after --, as below`,
        }
      : readCommand(commandLine)
  if (command.kind === 'help') {
    process.stdout.write(inWordsHere(helpText(commandLine)))
    return
  }
  if (command.kind === 'misused') {
    process.stderr.write(inWordsHere(`${command.reason}\n${usageAfter(commandLine)}`))
    process.exitCode = BAD_USE
    return
  }
  if (command.kind === 'verify') {
    const { verifyFile } = await import('./verify-file.ts')
    const { isFine, line } = await verifyFile(command.path)
    process.stdout.write(`${line}\n`)
    process.exitCode = isFine ? 0 : 1
    return
  }
  if (command.kind === 'simulate_drop') {
    const { runSimulateDrop } = await import('./simulate-drop/run-simulate-drop.ts')
    const { isFine, text } = await runSimulateDrop(command, environment['CURRENCIES'])
    const stream = isFine ? process.stdout : process.stderr
    stream.write(`${text}\n`)
    process.exitCode = isFine ? 0 : 1
    return
  }
  const redaction = createRedaction(secretsInEnvironment(environment))
  if (isForStore(command)) {
    const { runStoreCommand } = await import('./run-store-command.ts')
    process.exitCode = await runStoreCommand(command, environment)
    return
  }
  try {
    for (const hint of misspeltSettings(environment)) process.stderr.write(`${hint}\n`)
    const config = checked(readConfig(environment, purposeOf(command)))
    if (isForSui(command)) {
      const { runSuiCommand } = await import('./run-sui-command.ts')
      await runSuiCommand(command, config, environment)
    } else if (command.kind === 'serve') {
      if (config.workers > 1 && cluster.isPrimary) {
        const { serveWithWorkers } = await import('./serve-with-workers.ts')
        await serveWithWorkers(config, redaction)
      } else {
        const { serve } = await import('./serve.ts')
        await serve(config, redaction)
      }
    } else if (command.kind === 'rotate_master_key' || command.kind === 'check_master_key') {
      const { runMasterKeyCommand } = await import('./master-key-commands.ts')
      process.stdout.write(`${await runMasterKeyCommand(command, config)}\n`)
    } else if (command.kind === 'limit_user') {
      const { requireStore } = await import('./require-store.ts')
      const { withService } = await import('./create-api-key.ts')
      requireStore(config)
      const limited = await withService(config, ({ limitUser }) => limitUser(command))
      if (!limited.ok) throw new StartUpError(messageOf(limited.error))
      const { username, requestsPerMinute } = command
      const limit =
        requestsPerMinute === null
          ? 'have no request limit'
          : `may send ${requestsPerMinute} requests per minute`
      process.stdout.write(`All keys and sessions of ${username} together ${limit}.\n`)
    } else {
      const { createApiKey } = await import('./create-api-key.ts')
      const created = await createApiKey(config, command)
      if (!created.ok) throw new StartUpError(messageOf(created.error))
      const { secret, storeWasEmpty } = created.value
      // Warns because a key in the wrong store would be rejected by the server without any hint.
      if (storeWasEmpty) process.stderr.write(newStoreNote(config))
      process.stdout.write(`${secret}\n`)
    }
  } catch (error) {
    process.stderr.write(`${redaction.text(lastWords(error))}\n`)
    process.exit(1)
  }
}

/** An expected error needs only its message. An unexpected error also shows its stack. */
function lastWords(error: unknown): string {
  if (error instanceof StartUpError) return error.message
  return inspect(error, { depth: 4 })
}

const newStoreNote = ({ databaseUrl }: Config): string =>
  `The database ${storeName(databaseUrl)} was empty. If a server is running already, give this command the same settings.\n`

/**
 * Which settings the command needs. A package id is only known after publishing, and Sui account commands need no secrets
 * of the service.
 */
const purposeOf = ({ kind }: Command): Purpose =>
  kind !== 'sui_check' && kind.startsWith('sui_') ? 'sui_account' : 'service'

const STORE_COMMANDS = new Set<Command['kind']>(['audit', 'backup', 'restore', 'move', 'cancel_move'])

const isForStore = (command: Command): command is StoreCommand => STORE_COMMANDS.has(command.kind)

const isForSui = (command: Command): command is SuiCommand => command.kind.startsWith('sui_')

function checked(config: Result<Config, readonly string[]>): Config {
  if (config.ok) return config.value
  const errors = config.error.map((error) => `  ${error}`)
  throw new StartUpError(['Invalid settings:', ...errors].join('\n'))
}

import cluster from 'node:cluster'
import { inspect } from 'node:util'
import { isStoreUnavailable, messageOf, type Result } from '@dropkit/core'
import { type Config, misspeltSettings, type Purpose, readConfig, storeName } from '../config/read-config.ts'
import { settingsTable } from '../config/settings.ts'
import { createRedaction, secretsInEnvironment } from '../log/redaction.ts'
import { inWordsHere, StartUpError, VERSION } from '../start-up.ts'
import { type Command, OWN_OPTIONS, readCommand } from './read-command.ts'
import type { StoreCommand } from './run-store-command.ts'
import type { SuiCommand } from './sui-commands.ts'

/**
 * Returns the options that were given before `--`, or without it. npm does not pass these to the script, so the command
 * would run without them, which cannot be undone when it publishes a package. npm puts them into the script's environment.
 */
const optionsWithheldByNpm = (environment: Readonly<Record<string, string | undefined>>): readonly string[] =>
  OWN_OPTIONS.filter((name) => environment[`npm_config_${name.replaceAll('-', '_')}`] !== undefined).map(
    (name) => `--${name}`,
  )

const BAD_USE = 2

/** Runs a command line. An error that the operator can fix ends it with a plain message and exit code 1. */
export async function runCommandLine(
  commandLine: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  // What is written there is not worth an end, for example when the disk is full.
  process.stderr.on('error', () => {})
  const withheld = optionsWithheldByNpm(environment)
  const command: Command =
    withheld.length > 0
      ? {
          kind: 'misused',
          reason: `npm did not pass on ${withheld.join(', ')}: put options after --, as below`,
        }
      : readCommand(commandLine)
  if (command.kind === 'help') {
    process.stdout.write(inWordsHere(helpText(command.verb)))
    return
  }
  if (command.kind === 'version') {
    process.stdout.write(`${VERSION}\n`)
    return
  }
  if (command.kind === 'misused') {
    process.stderr.write(inWordsHere(`${command.reason}\n${usageAfter(commandLine[0])}`))
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
      const { runSuiCommand } = await import('./sui-commands.ts')
      await runSuiCommand(command, config, environment)
    } else if (command.kind === 'serve') {
      if (config.workers > 1 && cluster.isPrimary) {
        const { serveWithWorkers } = await import('./serve.ts')
        await serveWithWorkers(config, redaction)
      } else {
        const { serve } = await import('./serve.ts')
        await serve(config, redaction)
      }
    } else if (command.kind === 'rotate_master_key' || command.kind === 'check_master_key') {
      const { runMasterKeyCommand } = await import('./service-commands.ts')
      process.stdout.write(`${await runMasterKeyCommand(command, config)}\n`)
    } else if (command.kind === 'limit_user') {
      const { requireStore } = await import('./store-settings.ts')
      const { withService } = await import('./service-commands.ts')
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
      const { createApiKey } = await import('./service-commands.ts')
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
  if (isStoreUnavailable(error)) return `The database cannot be used: ${error.message}`
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

/** The usage of each command in two columns, by the command's first word. */
export const USAGES = {
  start: `  npm start                                               starts the server
  npm start -- --version                                  prints the version
  npm start -- help COMMAND                               explains one command
`,
  apikey: `  npm run --silent apikey -- create --username NAME       prints a new API key; creates the user if needed
          [--name TEXT]                                   name of the key in lists
  npm run --silent apikey -- limit --username NAME        limits the requests of a user over all keys and
          --requests-per-minute NUMBER                    sessions, and as many over all publishable keys;
                                                          0 = no such limit
`,
  verify: `  npm run --silent verify -- FILE.json                    verifies the draws of a finished random drop, or a
                                                          drawn lottery; - reads standard input
          The file contains the data of drop.deleted, or the drop's fields and claims with the same names:
          {"dropId": "drop_…", "maxAmount": "1000", "supply": 10 (null without one),
           "randomnessCommitment": "64 hex digits", "randomnessSeed": "64 hex digits",
           "draws": [{"sequence": 1, "userAddress": "0x…", "amount": "97"}, …]} with every draw, in any order.
          With a beacon: also "orderHead" and "beacon" of the drop, and "round", "beaconSignature", "orderHead", "recipient"
           and "createdAt" of each claim.
          If draws have no amount yet, add the drawn claims from the API: "claims": [{"sequence": 1, "amount": "97",
           "beaconSignature": "96 hex digits" or null}, …], or let the file contain a list of the events drop.deleted and
           claim.revealed.
          A lottery, as the API shows it: {"dropId": "drop_…", "lottery": {…}, "wallets": [all of lotteryWallets],
           "entries": [answers of lotteryEntry]}
`,
  'simulate-drop': `  npm run --silent simulate-drop -- FILE.json             simulates a drop: how long it lasts, what each wallet
                                                          gets, and which claims are refused and why
          [--arrivals MODEL:WALLETS:DURATION]             arrivals: steady, poisson, rush (the duration is its
                                                          half-life) or daily, such as rush:100000:10m
          [--wallets FILE.csv]                            the wallets: one per line, or a table with a header
          [--seed NUMBER] [--runs NUMBER]                 the seed (default 0); compares that many seeds
          [--format text|json] [--svg FILE.svg]           output for programs; a picture
          The file contains the drop as for createDrop, with its rules, and the arrivals:
          {"drop": {"title": "Luck", "type": "TOKEN", "claimType": "REGULAR", "maxAmount": "1000", "tokenAmount": "0", "supply": 20},
           "arrivals": {"model": "rush", "wallets": 100, "halfLifeMs": 60000}}
          Optional: other fields of DropSimulation (@dropkit/core), such as facts, repeats, bots, payments and winners
`,
  audit: `  npm run --silent audit                                  recalculates every counter, reservation, payment and draw
                                                          of the store from its rows and its log, and prints each
                                                          difference; exit code 0: none, 1: some, 2: could not run
          [-- --database URL|PATH]                        a store other than that of the settings
          [--json]                                        output for programs
`,
  backup: `  npm run --silent backup -- FILE                         copies the store (SQLite) and its uploads, also in use
          [--overwrite]                                   replaces an existing file
          [--with-key]                                    includes the master key
`,
  restore: `  npm run --silent restore -- FILE                        audits a backup and restores it if there is no store yet
          [--accept-differences]                          even if the audit finds differences
`,
  move: `  npm run --silent move -- URL|PATH                       moves the store to an empty database, from SQLite to Postgres
                                                          or back, while no server runs. Run it again if it was
                                                          interrupted: it continues
          [--accept-differences]                          even if the audit of the copy finds differences
  npm run --silent move -- --cancel                       cancels an unfinished move; the store can be used again
`,
  'master-key': `  npm run --silent master-key -- rotate                   re-encrypts all secrets with MASTER_KEY, while servers
                                                          with it and MASTER_KEY_PREVIOUS run
  npm run --silent master-key -- check                    checks whether all secrets are encrypted with MASTER_KEY
`,
  sui: `  npm run --silent sui -- publish                         publishes Dropkit's Move package with SUI_OPERATOR_KEY on
                                                          SUI_NETWORK and prints SUI_PACKAGE_ID
          [--keep-upgrade-cap]                            keeps the UpgradeCap; without it, the package never changes
  npm run --silent sui -- registrar                       prints SUI_NFT_REGISTRAR_ID of the package in SUI_PACKAGE_ID,
                                                          for servers on nodes that prune old transactions
  npm run --silent sui -- operator                        prints the operator's and the treasury's address and SUI
  npm run --silent sui -- execute BASE64                  signs the transaction of a prepare… mutation with
                                                          SUI_WALLET_KEY (or SUI_OPERATOR_KEY), submits it and
                                                          prints its hash
  npm run --silent sui -- withdraw VAULT WALLET AMOUNT    pays a wallet its share out of a paused vault, with
                                                          SUI_OPERATOR_KEY, and prints the hash; it is paid once,
                                                          however often the command runs
          [--id ID]                                       pays another part of the share
  npm run --silent sui -- check                           checks whether a server with these settings finds its
                                                          network and its package
`,
} as const

/** The output of --help: for the given command, or for all commands. */
export function helpText(verb?: string): string {
  return usageOf(verb) === undefined ? wholeHelp() : usageAfter(verb)
}

function wholeHelp(): string {
  const rows = settingsTable()
  const width = Math.max(...rows.map(({ name }) => name.length))
  const lines = rows.map(
    ({ name, meaning, expects, default: standard }) =>
      `  ${name.padEnd(width)}  ${meaning}\n  ${''.padEnd(width)}  ${expects}; default: ${standard}`,
  )
  return `Usage:
${Object.values(USAGES).join('\n')}
Settings are environment variables, as in PORT=4001 npm start. Commands need the same ones as the server:
${lines.join('\n')}
`
}

/** The usage text to print after an error in the command line. */
export function usageAfter(verb?: string): string {
  const usage = usageOf(verb)
  return usage === undefined ? `${WHERE_SETTINGS_ARE}\n` : `Usage:\n${usage}\n${WHERE_SETTINGS_ARE}\n`
}

const WHERE_SETTINGS_ARE =
  'Settings are environment variables, as in PORT=4001 npm start. All of them, and the commands: npm start -- --help'

const usageOf = (verb?: string): string | undefined =>
  Object.entries(USAGES).find(([name]) => name === verb)?.[1]

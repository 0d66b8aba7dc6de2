import { parseArgs } from 'node:util'
import { messageOf, parseAddress } from '@dropkit/core'
import { parseKeyTerms, parseUsername } from '@dropkit/core/internal'
import type { StoreCommand } from './run-store-command.ts'
import type { MasterKeyCommand } from './service-commands.ts'
import type { SimulateDropCommand } from './simulate-drop/run-simulate-drop.ts'
import type { SuiCommand } from './sui-commands.ts'

export type Command =
  /** About the command with this first word, or about all commands. */
  | { readonly kind: 'help'; readonly verb?: string | undefined }
  | { readonly kind: 'version' }
  | { readonly kind: 'serve' }
  | { readonly kind: 'verify'; readonly path: string }
  | StoreCommand
  | SimulateDropCommand
  | { readonly kind: 'create_api_key'; readonly username: string; readonly name: string }
  | { readonly kind: 'limit_user'; readonly username: string; readonly requestsPerMinute: number | null }
  | SuiCommand
  | MasterKeyCommand
  | { readonly kind: 'misused'; readonly reason: string }

const OPTIONS = {
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
  username: { type: 'string' },
  name: { type: 'string' },
  'requests-per-minute': { type: 'string' },
  'keep-upgrade-cap': { type: 'boolean' },
  database: { type: 'string' },
  json: { type: 'boolean' },
  overwrite: { type: 'boolean' },
  'with-key': { type: 'boolean' },
  'accept-differences': { type: 'boolean' },
  cancel: { type: 'boolean' },
  arrivals: { type: 'string' },
  wallets: { type: 'string' },
  seed: { type: 'string' },
  runs: { type: 'string' },
  format: { type: 'string' },
  svg: { type: 'string' },
  id: { type: 'string' },
} as const

type Option = keyof typeof OPTIONS

const NPM_OPTIONS: readonly string[] = ['help', 'version', 'username', 'name', 'json']
/** The options of our commands that npm has no option of the same name for. */
export const OWN_OPTIONS = Object.keys(OPTIONS).filter((name) => !NPM_OPTIONS.includes(name))

const parse = (commandLine: readonly string[]) =>
  parseArgs({ args: [...commandLine], allowPositionals: true, options: OPTIONS })

type Values = ReturnType<typeof parse>['values']

interface Grammar {
  /** The options that it accepts. */
  readonly options?: readonly Option[]
  /** Whether words may follow its name. */
  readonly acceptsWords?: true
  read(values: Values, words: readonly string[]): Command
}

/** Each command by its name. */
const COMMANDS: Readonly<Record<string, Grammar>> = {
  help: { acceptsWords: true, read: (_, words) => readHelp(words) },
  'apikey create': {
    options: ['username', 'name'],
    read: readCreate,
  },
  'apikey limit': { options: ['username', 'requests-per-minute'], read: readLimit },
  'master-key rotate': { read: () => ({ kind: 'rotate_master_key' }) },
  'master-key check': { read: () => ({ kind: 'check_master_key' }) },
  audit: {
    options: ['database', 'json'],
    read: ({ database, json: isJson = false }) => ({ kind: 'audit', database, isJson }),
  },
  backup: {
    options: ['overwrite', 'with-key'],
    acceptsWords: true,
    read: ({ overwrite: mayReplace = false, 'with-key': withKey = false }, words) =>
      oneWord(words, 'backup requires one FILE', (path) => ({ kind: 'backup', path, mayReplace, withKey })),
  },
  restore: {
    options: ['accept-differences'],
    acceptsWords: true,
    read: ({ 'accept-differences': acceptsDifferences = false }, words) =>
      oneWord(words, 'restore requires one FILE', (path) => ({ kind: 'restore', path, acceptsDifferences })),
  },
  move: { options: ['accept-differences', 'cancel'], acceptsWords: true, read: readMove },
  verify: {
    acceptsWords: true,
    read: (_, words) => oneWord(words, 'verify requires one FILE.json', (path) => ({ kind: 'verify', path })),
  },
  'simulate-drop': {
    options: ['arrivals', 'wallets', 'seed', 'runs', 'format', 'svg'],
    acceptsWords: true,
    read: (values, words) =>
      oneWord(words, 'simulate-drop requires one FILE.json', (path) => readSimulateDrop(path, values)),
  },
  'sui publish': {
    options: ['keep-upgrade-cap'],
    read: ({ 'keep-upgrade-cap': keepUpgradeCap = false }) => ({ kind: 'sui_publish', keepUpgradeCap }),
  },
  'sui registrar': { read: () => ({ kind: 'sui_registrar' }) },
  'sui operator': { read: () => ({ kind: 'sui_operator' }) },
  'sui execute': { acceptsWords: true, read: (_, words) => readExecute(words) },
  'sui withdraw': { options: ['id'], acceptsWords: true, read: ({ id }, words) => readWithdraw(words, id) },
  'sui check': { read: () => ({ kind: 'sui_check' }) },
}

/** Parses a command line. */
export function readCommand(commandLine: readonly string[]): Command {
  try {
    const { positionals, values } = parse(commandLine)
    if (values.help) return readHelp(positionals)
    const [verb, action] = positionals
    const [stray, ...others] = Object.keys(values)
    if (verb === undefined) {
      if (stray === undefined) return { kind: 'serve' }
      return stray === 'version' && others.length === 0
        ? { kind: 'version' }
        : misused(`--${stray} belongs to a command`)
    }
    const name = [`${verb} ${action}`, verb].find((one) => Object.hasOwn(COMMANDS, one))
    const grammar = name === undefined ? undefined : COMMANDS[name]
    if (name === undefined || !grammar) return misused(unknownCommand(verb, positionals))
    const words = positionals.slice(name.split(' ').length)
    if (words.length > 0 && !grammar.acceptsWords)
      return misused(`${name} does not accept "${words.join(' ')}". Put its options after -- as below.`)
    const refused = Object.keys(values).find((option) => !grammar.options?.some((one) => one === option))
    if (refused !== undefined) return misused(`${name} does not accept --${refused}`)
    // An empty word comes from an unset variable of the shell. As a path, it would be the current folder.
    const empty = Object.entries(values).find(([, value]) => value === '')
    if (empty) return misused(`--${empty[0]} must not be empty`)
    return words.includes('')
      ? misused(`${name} does not accept an empty argument`)
      : grammar.read(values, words)
  } catch (error) {
    // Only the first sentence of parseArgs' message is useful here. The rest explains how to pass such values on purpose.
    const [reason = ''] = (error instanceof Error ? error.message : String(error)).split(/(?<=\.)\s/)
    return misused(reason)
  }
}

const misused = (reason: string): Command => ({ kind: 'misused', reason })

const isVerb = (verb: string): boolean =>
  Object.keys(COMMANDS).some((name) => name === verb || name.startsWith(`${verb} `))

function readHelp(words: readonly string[]): Command {
  const [verb] = words[0] === 'help' ? words.slice(1) : words
  return verb === undefined || isVerb(verb) ? { kind: 'help', verb } : misused(unknownCommand(verb, [verb]))
}

function unknownCommand(verb: string, positionals: readonly string[]): string {
  const actions = Object.keys(COMMANDS).flatMap((name) =>
    name.startsWith(`${verb} `) ? name.slice(verb.length + 1) : [],
  )
  return actions.length > 0 && positionals.length === 1
    ? `${verb} requires a subcommand: ${actions.join(' or ')}`
    : `There is no command "${positionals.join(' ')}".`
}

function oneWord(
  [word, ...more]: readonly string[],
  otherwise: string,
  command: (word: string) => Command,
): Command {
  return word === undefined || more.length > 0 ? misused(otherwise) : command(word)
}

function readCreate({ username: given, name = 'Key from the command line' }: Values): Command {
  if (given === undefined) return misused('apikey create requires --username NAME')
  const username = parseUsername(given, '--username')
  if (!username.ok) return misused(messageOf(username.error))
  const terms = parseKeyTerms({ name }, '--')
  if (!terms.ok) return misused(messageOf(terms.error))
  return { kind: 'create_api_key', username: username.value, name: terms.value.name }
}

function readLimit({ username, 'requests-per-minute': perMinute }: Values): Command {
  if (username === undefined || perMinute === undefined)
    return misused('apikey limit requires --username NAME --requests-per-minute NUMBER')
  if (!/^\d{1,9}$/.test(perMinute))
    return misused('apikey limit requires a whole number of up to 9 digits for --requests-per-minute')
  return { kind: 'limit_user', username, requestsPerMinute: Number(perMinute) || null }
}

function readMove(
  { cancel = false, 'accept-differences': acceptsDifferences = false }: Values,
  words: readonly string[],
): Command {
  if (!cancel)
    return oneWord(words, 'move requires one database to move to: URL or PATH', (to) => ({
      kind: 'move',
      to,
      acceptsDifferences,
    }))
  return words.length === 0
    ? { kind: 'cancel_move' }
    : misused('move --cancel accepts no database: it uses the one in the settings')
}

function readSimulateDrop(path: string, values: Values): Command {
  const { arrivals, wallets, seed, runs, format = 'text', svg } = values
  if (seed !== undefined && !/^\d{1,15}$/.test(seed))
    return misused('simulate-drop requires a whole number for --seed')
  if (runs !== undefined && !/^\d{1,5}$/.test(runs))
    return misused('simulate-drop requires a whole number for --runs')
  if (format !== 'text' && format !== 'json')
    return misused('simulate-drop requires text or json for --format')
  const numbers = {
    seed: seed === undefined ? undefined : Number(seed),
    runs: runs === undefined ? undefined : Number(runs),
  }
  return { kind: 'simulate_drop', path, arrivals, wallets, ...numbers, isJson: format === 'json', svg }
}

const BASE64 = /^[A-Za-z\d+/]+={0,2}$/

function readExecute([transactionBytes, ...more]: readonly string[]): Command {
  if (transactionBytes === undefined || more.length > 0 || !BASE64.test(transactionBytes))
    return misused('sui execute requires one BASE64: the transactionBytes of a prepare… mutation')
  return { kind: 'sui_execute', transactionBytes }
}

const AMOUNT = /^[1-9]\d{0,19}$/

const WITHDRAWAL_ID = /^[\w.-]{1,64}$/

function readWithdraw([vaultText, walletText, amount, ...more]: readonly string[], id = 'share'): Command {
  const vault = parseAddress(vaultText ?? '', 'VAULT')
  const wallet = parseAddress(walletText ?? '', 'WALLET')
  if (!vault.ok || !wallet.ok || amount === undefined || !AMOUNT.test(amount) || more.length > 0)
    return misused(
      'sui withdraw requires VAULT WALLET AMOUNT: two addresses, and a whole number in base units of the coin',
    )
  if (!WITHDRAWAL_ID.test(id)) return misused('--id requires 1 to 64 letters, digits, ".", "_" or "-"')
  return { kind: 'sui_withdraw', vault: vault.value, wallet: wallet.value, amount: BigInt(amount), id }
}

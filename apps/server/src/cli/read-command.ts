import { parseArgs } from 'node:util'
import { parseAddress } from '@dropkit/core'
import type { StoreCommand } from './run-store-command.ts'
import type { MasterKeyCommand } from './service-commands.ts'
import type { SimulateDropCommand } from './simulate-drop/run-simulate-drop.ts'
import type { SuiCommand } from './sui-commands.ts'

export type Command =
  | { readonly kind: 'help' }
  | { readonly kind: 'serve' }
  | { readonly kind: 'verify'; readonly path: string }
  | StoreCommand
  | SimulateDropCommand
  | { readonly kind: 'create_api_key'; readonly username: string; readonly name: string }
  | { readonly kind: 'limit_user'; readonly username: string; readonly requestsPerMinute: number | null }
  | SuiCommand
  | MasterKeyCommand
  | { readonly kind: 'misused'; readonly reason: string }

/** Parses a command line. */
export function readCommand(commandLine: readonly string[]): Command {
  try {
    const { positionals, values } = parseArgs({
      args: [...commandLine],
      allowPositionals: true,
      options: {
        help: { type: 'boolean', short: 'h' },
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
      },
    })
    const words = positionals.join(' ')
    if (values.help || words === 'help') return { kind: 'help' }
    if (words === 'apikey create') {
      const { username, name = 'Key from the command line' } = values
      return username === undefined
        ? { kind: 'misused', reason: 'apikey create requires --username NAME' }
        : { kind: 'create_api_key', username, name }
    }
    if (words === 'apikey limit') return readLimit(values.username, values['requests-per-minute'])
    if (words === 'master-key rotate') return { kind: 'rotate_master_key' }
    if (words === 'master-key check') return { kind: 'check_master_key' }
    if (words === 'sui publish')
      return { kind: 'sui_publish', keepUpgradeCap: values['keep-upgrade-cap'] ?? false }
    if (words === 'sui registrar') return { kind: 'sui_registrar' }
    if (words === 'sui operator') return { kind: 'sui_operator' }
    if (words === 'sui check') return { kind: 'sui_check' }
    if (words === 'audit') return { kind: 'audit', database: values.database, isJson: values.json ?? false }
    const [verb, ...given] = positionals
    if (verb === 'backup') {
      const order = { mayReplace: values.overwrite ?? false, withKey: values['with-key'] ?? false }
      return withOneFile(verb, given, (path) => ({ kind: verb, path, ...order }))
    }
    if (verb === 'restore') {
      const acceptsDifferences = values['accept-differences'] ?? false
      return withOneFile(verb, given, (path) => ({ kind: verb, path, acceptsDifferences }))
    }
    if (verb === 'move') return readMove(given, values)
    if (verb === 'verify') return readVerify(given)
    if (verb === 'simulate-drop') return readSimulateDrop(given, values)
    if (verb === 'sui' && given[0] === 'execute') return readExecute(given.slice(1))
    if (verb === 'sui' && given[0] === 'withdraw') return readWithdraw(given.slice(1), values.id)
    if (verb !== undefined) return { kind: 'misused', reason: misuseOf(verb, given) }
    const [stray] = Object.keys(values)
    if (stray !== undefined) return { kind: 'misused', reason: `--${stray} belongs to a command` }
    return { kind: 'serve' }
  } catch (error) {
    // Only the first sentence of parseArgs' message is useful here. The rest explains how to pass such values on purpose.
    const [reason = ''] = (error instanceof Error ? error.message : String(error)).split(/(?<=\.)\s/)
    return { kind: 'misused', reason }
  }
}

/** The subcommands of each command that has some. */
const ACTIONS: Readonly<Record<string, readonly string[]>> = {
  apikey: ['create', 'limit'],
  'master-key': ['rotate', 'check'],
  sui: ['publish', 'registrar', 'operator', 'execute', 'withdraw', 'check'],
}

/** Explains why these words are not a command. npm keeps options that are not behind `--`, but passes on their values. */
function misuseOf(verb: string, [action, ...more]: readonly string[]): string {
  const actions = ACTIONS[verb]
  if (actions !== undefined && action === undefined)
    return `${verb} requires a subcommand: ${actions.join(' or ')}`
  if (action !== undefined && actions?.includes(action))
    return `${verb} ${action} does not accept "${more.join(' ')}". Put its options after -- as below.`
  return `There is no command "${[verb, action, ...more].join(' ').trimEnd()}".`
}

function readLimit(username: string | undefined, perMinute: string | undefined): Command {
  if (username === undefined || perMinute === undefined || !/^\d{1,9}$/.test(perMinute)) {
    return { kind: 'misused', reason: 'apikey limit requires --username NAME --requests-per-minute NUMBER' }
  }
  return { kind: 'limit_user', username, requestsPerMinute: Number(perMinute) || null }
}

function withOneFile(
  verb: string,
  [path, ...more]: readonly string[],
  command: (path: string) => StoreCommand,
): Command {
  return path === undefined || more.length > 0
    ? { kind: 'misused', reason: `${verb} requires one FILE` }
    : command(path)
}

function readMove(
  [to, ...more]: readonly string[],
  { cancel = false, 'accept-differences': acceptsDifferences = false }: MoveOptions,
): Command {
  if (cancel)
    return to === undefined
      ? { kind: 'cancel_move' }
      : { kind: 'misused', reason: 'move --cancel accepts no database: it uses the one in the settings' }
  return to === undefined || more.length > 0
    ? { kind: 'misused', reason: 'move requires one database to move to: URL or PATH' }
    : { kind: 'move', to, acceptsDifferences }
}

interface MoveOptions {
  readonly cancel?: boolean
  readonly 'accept-differences'?: boolean
}

function readVerify([path, ...more]: readonly string[]): Command {
  if (path === undefined || more.length > 0)
    return { kind: 'misused', reason: 'verify requires one FILE.json' }
  return { kind: 'verify', path }
}

interface SimulateDropOptions {
  readonly arrivals?: string
  readonly wallets?: string
  readonly seed?: string
  readonly runs?: string
  readonly format?: string
  readonly svg?: string
}

function readSimulateDrop([path, ...more]: readonly string[], options: SimulateDropOptions): Command {
  const { arrivals, wallets, seed, runs, format = 'text', svg } = options
  const misused = (reason: string): Command => ({ kind: 'misused', reason: `simulate-drop ${reason}` })
  if (path === undefined || more.length > 0) return misused('requires one FILE.json')
  if (seed !== undefined && !/^\d{1,15}$/.test(seed)) return misused('requires a whole number for --seed')
  if (runs !== undefined && !/^\d{1,5}$/.test(runs)) return misused('requires a whole number for --runs')
  if (format !== 'text' && format !== 'json') return misused('requires text or json for --format')
  const numbers = {
    seed: seed === undefined ? undefined : Number(seed),
    runs: runs === undefined ? undefined : Number(runs),
  }
  return { kind: 'simulate_drop', path, arrivals, wallets, ...numbers, isJson: format === 'json', svg }
}

const BASE64 = /^[A-Za-z\d+/]+={0,2}$/

function readExecute([transactionBytes, ...more]: readonly string[]): Command {
  if (transactionBytes === undefined || more.length > 0 || !BASE64.test(transactionBytes))
    return {
      kind: 'misused',
      reason: 'sui execute requires one BASE64: the transactionBytes of a prepare… mutation',
    }
  return { kind: 'sui_execute', transactionBytes }
}

const AMOUNT = /^[1-9]\d{0,19}$/

const WITHDRAWAL_ID = /^[\w.-]{1,64}$/

function readWithdraw([vaultText, walletText, amount, ...more]: readonly string[], id = 'share'): Command {
  const vault = parseAddress(vaultText ?? '', 'VAULT')
  const wallet = parseAddress(walletText ?? '', 'WALLET')
  if (!vault.ok || !wallet.ok || amount === undefined || !AMOUNT.test(amount) || more.length > 0) {
    const reason =
      'sui withdraw requires VAULT WALLET AMOUNT: two addresses, and a whole number in base units of the coin'
    return { kind: 'misused', reason }
  }
  if (!WITHDRAWAL_ID.test(id))
    return { kind: 'misused', reason: '--id requires 1 to 64 letters, digits, ".", "_" or "-"' }
  return { kind: 'sui_withdraw', vault: vault.value, wallet: wallet.value, amount: BigInt(amount), id }
}

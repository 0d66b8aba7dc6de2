import { writeFile } from 'node:fs/promises'
import {
  type Arrivals,
  type DropSimulation,
  type ListedWallet,
  messageOf,
  type Refusal,
  type Result,
  simulateDrop,
  simulateRuns,
} from '@dropkit/core'
import { SETTINGS } from '../../config/settings.ts'
import { nodeHashes } from '../../ports/node-crypto.ts'
import { readText } from '../verify-file.ts'
import { courseText, spreadText } from './course-text.ts'
import { ARRIVAL_MODELS, DURATION_SHAPE, readDuration, readSimulationFile } from './read-simulation-file.ts'

/** The format of `--arrivals`. */
const ARRIVALS_SHAPE =
  'MODEL:WALLETS:DURATION, such as rush:100000:10m; MODEL:DURATION with a list of wallets'

/**
 * Parses `rush:100000:10m`. The duration is the half-life of a rush, or the total duration for the other models. Returns a
 * string if the text is invalid: the error message.
 */
function readArrivals(text: string): Arrivals | string {
  const parts = text.split(':')
  const [model, duration] = [parts[0], parts.at(-1) ?? '']
  if (parts.length < 2 || parts.length > 3) return `--arrivals must be ${ARRIVALS_SHAPE}`
  const known = ARRIVAL_MODELS.find((name) => name === model)
  if (!known) return `the model of --arrivals must be one of ${ARRIVAL_MODELS.join(', ')}, not ${model}`
  const ms = readDuration(duration)
  if (ms === undefined) return `--arrivals must end in ${DURATION_SHAPE}, not ${duration}`
  const count = parts.length === 3 ? parts[1] : undefined
  if (count !== undefined && !/^\d{1,9}$/.test(count))
    return `--arrivals must contain a whole number of wallets, not ${count}`
  const wallets = count === undefined ? {} : { wallets: Number(count) }
  return known === 'rush'
    ? { model: known, halfLifeMs: ms, ...wallets }
    : { model: known, overMs: ms, ...wallets }
}

/** The parsed command line of `simulate-drop`. */
export interface SimulateDropCommand {
  readonly kind: 'simulate_drop'
  readonly path: string
  readonly arrivals: string | undefined
  readonly wallets: string | undefined
  readonly seed: number | undefined
  readonly runs: number | undefined
  readonly isJson: boolean
  readonly svg: string | undefined
}

/** An error in the input, which is shown to the user. */
class Misfit extends Error {}

/**
 * Simulates the drop in a file. Returns the text to print, and whether it succeeded. Writes the plot if one is requested.
 */
export async function runSimulateDrop(
  command: SimulateDropCommand,
  currencies: string = SETTINGS.currencies.default,
): Promise<{ readonly isFine: boolean; readonly text: string }> {
  try {
    const simulation = await readSimulation(command, currencies)
    const course = granted(simulateDrop(simulation, nodeHashes), command.path)
    const spread =
      command.runs === undefined
        ? null
        : granted(simulateRuns(simulation, command.runs, nodeHashes), command.path)
    if (command.svg !== undefined) {
      const { courseSvg } = await import('./course-svg.ts')
      await writeFile(command.svg, courseSvg(simulation.drop.title, course)).catch((error: Error) => {
        throw new Misfit(`${command.svg} cannot be written: ${error.message}`)
      })
    }
    if (command.isJson) return { isFine: true, text: asJson({ ...course, runs: spread ?? undefined }) }
    const texts = [courseText(simulation.drop.title, course), ...(spread ? [spreadText(spread)] : [])]
    return { isFine: true, text: texts.join('\n\n') }
  } catch (error) {
    if (error instanceof Misfit) return { isFine: false, text: error.message }
    throw error
  }
}

/** Amounts become strings of digits, because a JSON number may not be exact for them. */
const asJson = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'bigint' ? String(inner) : inner), 2)

async function readSimulation(command: SimulateDropCommand, currencies: string): Promise<DropSimulation> {
  const known = SETTINGS.currencies.schema.safeParse(currencies)
  if (!known.success) throw new Misfit(`CURRENCIES must be ${SETTINGS.currencies.expects}`)
  const read = readSimulationFile(await textOf(command.path), known.data)
  if (!('drop' in read)) throw new Misfit(`${command.path}: ${read.join('\n  ')}`)
  const arrivals = command.arrivals === undefined ? read.arrivals : readArrivals(command.arrivals)
  if (typeof arrivals === 'string') throw new Misfit(arrivals)
  const seed = command.seed ?? read.seed
  const simulation = { ...read, arrivals, seed }
  return command.wallets === undefined ? simulation : withWallets(simulation, command.wallets)
}

const ADDRESS = /^(?:address|wallet|wallet_?address|user_?address)$/i
const MAX_NAMED_ERRORS = 20

/** A wallet of the list. `at` is set if the list gives an instant instead of a time since the beginning. */
interface WalletLine {
  readonly wallet: ListedWallet
  readonly at: number | null
}

/**
 * Parses a list of wallets: one address per line, or a table with a header row and commas, semicolons or tabs as
 * separators. Its columns are `address`; `at`, a date or a time since the beginning (`90s`); `asks`, an amount. Any other
 * column is a fact with the column's name, such as `owned_objects`. Errors contain their line number.
 */
function readWalletsFile(text: string): readonly WalletLine[] | { readonly errors: readonly string[] } {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/)
  const heading = cellsOf(lines[0] ?? '')
  const hasHeading = heading.some((name) => ADDRESS.test(name))
  const columns = hasHeading ? heading : ['address']
  const wallets: WalletLine[] = []
  const errors: string[] = []
  lines.forEach((line, index) => {
    if (line.trim() === '' || (hasHeading && index === 0)) return
    const read = readLine(columns, cellsOf(line))
    if (typeof read !== 'string') wallets.push(read)
    else if (errors.length < MAX_NAMED_ERRORS) errors.push(`line ${index + 1}: ${read}`)
  })
  return errors.length > 0 ? { errors } : wallets
}

const cellsOf = (line: string): readonly string[] =>
  line.split(/[,;\t]/).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'))

/** Returns a string if the line is invalid: the error message. */
function readLine(columns: readonly string[], cells: readonly string[]): WalletLine | string {
  const facts: Record<string, string> = {}
  let wallet: ListedWallet = { address: '' }
  let at: number | null = null
  for (const [place, column] of columns.entries()) {
    const cell = cells[place] ?? ''
    if (ADDRESS.test(column)) wallet = { ...wallet, address: cell }
    else if (cell === '' || column === '') continue
    else if (/^at$/i.test(column)) {
      const afterMs = readDuration(cell)
      const instant = readDate(cell)
      if (afterMs !== undefined) wallet = { ...wallet, afterMs }
      else if (instant !== undefined) at = instant
      else return `"${cell}" is neither a date such as 2026-12-01T12:00:00Z nor ${DURATION_SHAPE}`
    } else if (/^asks$/i.test(column)) wallet = { ...wallet, asks: cell }
    else facts[column] = cell
  }
  if (!/^0x[0-9a-f]{1,64}$/i.test(wallet.address)) return `"${wallet.address}" is not an address`
  return { wallet: Object.keys(facts).length > 0 ? { ...wallet, facts } : wallet, at }
}

const DATE = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d))?$/

const readDate = (text: string): number | undefined => {
  const instant = DATE.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(instant) ? undefined : instant
}

/**
 * Adds the wallets of a list. Its dates become times since the beginning, which is the first date unless the simulation or
 * the drop sets it.
 */
async function withWallets(simulation: DropSimulation, path: string): Promise<DropSimulation> {
  const lines = readWalletsFile(await textOf(path))
  if ('errors' in lines) throw new Misfit(`${path}: ${lines.errors.join('\n  ')}`)
  const dates = lines.flatMap(({ at }) => at ?? [])
  const first = dates.reduce((least, at) => Math.min(least, at), Number.POSITIVE_INFINITY)
  const begins = simulation.beginsAt ?? simulation.drop.startsAt ?? (dates.length > 0 ? first : undefined)
  const beginsAt = begins === undefined ? undefined : Math.min(begins, first)
  const wallets = lines.map(({ wallet, at }) =>
    at === null || beginsAt === undefined ? wallet : { ...wallet, afterMs: at - beginsAt },
  )
  return { ...simulation, wallets, beginsAt }
}

async function textOf(path: string): Promise<string> {
  const text = await readText(path)
  if (text === undefined) throw new Misfit(`${path} cannot be read`)
  return text
}

function granted<T>(result: Result<T, Refusal>, path: string): T {
  if (result.ok) return result.value
  const { error } = result
  const message = messageOf(error)
  const isNamed = error.kind !== 'bad_user_input' || message.startsWith(error.field)
  throw new Misfit(`${path}: ${isNamed ? message : `${error.field}: ${message}`}`)
}

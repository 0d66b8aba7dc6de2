import type { ListedWallet } from '@dropkit/core'
import { DURATION_SHAPE, readDuration } from './duration.ts'

const ADDRESS = /^(?:address|wallet|wallet_?address|user_?address)$/i
const MAX_NAMED_FAULTS = 20

/** A wallet of the list. `at` is set if the list gives an instant instead of a time since the beginning. */
export interface WalletLine {
  readonly wallet: ListedWallet
  readonly at: number | null
}

/**
 * Parses a list of wallets: one address per line, or a table with a header row and commas, semicolons or tabs as
 * separators. Its columns are `address`; `at`, a date or a time since the beginning (`90s`); `asks`, an amount. Any other
 * column is a fact with the column's name, such as `owned_objects`. Errors contain their line number.
 */
export function readWalletsFile(
  text: string,
): readonly WalletLine[] | { readonly faults: readonly string[] } {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/)
  const heading = cellsOf(lines[0] ?? '')
  const hasHeading = heading.some((name) => ADDRESS.test(name))
  const columns = hasHeading ? heading : ['address']
  const wallets: WalletLine[] = []
  const faults: string[] = []
  lines.forEach((line, index) => {
    if (line.trim() === '' || (hasHeading && index === 0)) return
    const read = readLine(columns, cellsOf(line))
    if (typeof read !== 'string') wallets.push(read)
    else if (faults.length < MAX_NAMED_FAULTS) faults.push(`line ${index + 1}: ${read}`)
  })
  return faults.length > 0 ? { faults } : wallets
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
  if (!/^0x[0-9a-f]{1,64}$/i.test(wallet.address)) return `"${wallet.address}" is no address`
  return { wallet: Object.keys(facts).length > 0 ? { ...wallet, facts } : wallet, at }
}

const DATE = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d))?$/

const readDate = (text: string): number | undefined => {
  const instant = DATE.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(instant) ? undefined : instant
}

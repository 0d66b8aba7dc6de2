import { type Address, parseAddress } from './address.ts'
import { err, ok, type Result } from './result.ts'

/** The largest number of errors that a refusal of a list names. */
export const MAX_NAMED_ERRORS = 100

const HEADER = /^(?:address|wallet|wallet_?address|user_?address)$/i
const LINE_END = /\r\n|\n|\r/
const MAX_SHOWN_LENGTH = 80
const MORE_THAN_A_WORD = /[^\w]/

/** Reads a list in pieces, so that a large list never blocks the event loop for long. */
export interface WalletListReader {
  /** Adds the next part of the text. It may end anywhere. */
  push(text: string): void
  /** The addresses, each once; or the lines that are not addresses, at most `MAX_NAMED_ERRORS` of them. */
  end(): Result<readonly Address[], readonly string[]>
}

/**
 * One address per line, or a CSV whose first column holds the addresses, with or without a header line. Empty lines are
 * ignored.
 */
export function createWalletListReader(): WalletListReader {
  const wallets = new Set<Address>()
  const errors: string[] = []
  let lineNumber = 0
  let unfinished = ''

  function readLine(line: string): void {
    lineNumber++
    const first = MORE_THAN_A_WORD.test(line) ? firstCellOf(line) : line
    if (first === '' || (lineNumber === 1 && HEADER.test(first))) return
    const address = parseAddress(first, 'line')
    if (address.ok) wallets.add(address.value)
    else if (errors.length < MAX_NAMED_ERRORS)
      errors.push(`line ${lineNumber}: "${first.slice(0, MAX_SHOWN_LENGTH)}" is not an address`)
  }

  return {
    push(text) {
      const start = lineNumber === 0 && unfinished === '' ? text.replace(/^\ufeff/, '') : text
      const pending = unfinished + start
      const lines = pending.split(LINE_END)
      unfinished = lines.pop() ?? ''
      // A "\r" at the end of a piece may be the first half of "\r\n", even if an empty piece follows.
      if (unfinished === '' && pending.endsWith('\r')) unfinished = `${lines.pop() ?? ''}\r`
      for (const line of lines) readLine(line)
    },
    end() {
      for (const line of unfinished.split(LINE_END)) readLine(line)
      return errors.length > 0 ? err(errors) : ok([...wallets])
    },
  }
}

const firstCellOf = (line: string): string =>
  (line.split(/[,;\t]/, 1)[0] ?? '').trim().replace(/^"(.*)"$/, '$1')

/** Reads a complete text. */
export function parseWalletList(text: string): Result<readonly Address[], readonly string[]> {
  const reader = createWalletListReader()
  reader.push(text)
  return reader.end()
}

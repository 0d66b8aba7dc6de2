import { type Address, parseAddress } from '../address.ts'
import { type FileId, readId } from '../ids.ts'
import { err, ok, type Result } from '../result.ts'
import { allAtOnce, SLICE_LENGTH, type Slices } from '../slices.ts'
import { shownText } from '../text.ts'
import type { GatingRule } from './gating.ts'
import { type DescribedKind, isSameKey, type RuleValueError } from './rule-kind.ts'

/** The largest number of errors that a refusal of a list names. */
export const MAX_NAMED_ERRORS = 100

const HEADER = /^(?:address|wallet|wallet_?address|user_?address)$/i
const LINE_END = /\r\n|\n|\r/
const MAX_SHOWN_LENGTH = 80
/** A line of a CSV may have other columns. */
const MAX_LINE_LENGTH = 65_536
const MORE_THAN_A_WORD = /[^\w]/

/** Reads a list in pieces, so that a large list never blocks the event loop for long. */
interface WalletListReader {
  /** Adds the next part of the text. It may end anywhere. Returns false if further parts would change nothing. */
  push(text: string): boolean
  /** Refuses the list with the lines that are not addresses, at most `MAX_NAMED_ERRORS` of them. */
  end(): Result<null, readonly string[]>
}

/**
 * One address per line, or a CSV whose first column holds the addresses, with or without a header line. Empty lines are
 * ignored. Gives each address to `add`, as often as the list contains it.
 */
export function createWalletListReader(add: (wallet: Address) => void): WalletListReader {
  const errors: string[] = []
  let lineNumber = 0
  let unfinished = ''

  function readLine(line: string): void {
    lineNumber++
    if (line.length > MAX_LINE_LENGTH) {
      addError(`it has more than ${MAX_LINE_LENGTH} characters`)
      return
    }
    const first = MORE_THAN_A_WORD.test(line) ? firstCellOf(line) : line
    if (first === '' || (lineNumber === 1 && HEADER.test(first))) return
    const address = parseAddress(first, 'line')
    if (address.ok) add(address.value)
    else addError(`"${first.slice(0, MAX_SHOWN_LENGTH)}" is not an address`)
  }

  function addError(error: string): void {
    if (errors.length < MAX_NAMED_ERRORS) errors.push(`line ${lineNumber}: ${error}`)
  }

  return {
    push(text) {
      const start = lineNumber === 0 && unfinished === '' ? text.replace(/^\ufeff/, '') : text
      const pending = unfinished + start
      const lines = pending.split(LINE_END)
      unfinished = cut(lines.pop() ?? '')
      // A "\r" at the end of a piece may be the first half of "\r\n", even if an empty piece follows.
      if (unfinished === '' && pending.endsWith('\r')) unfinished = `${cut(lines.pop() ?? '')}\r`
      for (const line of lines) readLine(line)
      return errors.length < MAX_NAMED_ERRORS
    },
    end() {
      for (const line of unfinished.split(LINE_END)) readLine(line)
      return errors.length > 0 ? err(errors) : ok(null)
    },
  }
}

/** A long line is refused. Its rest is not kept, because each further part would be searched together with it. */
const cut = (line: string): string => line.slice(0, MAX_LINE_LENGTH + 1)

const firstCellOf = (line: string): string =>
  (line.split(/[,;\t]/, 1)[0] ?? '').trim().replace(/^"(.*)"$/, '$1')

/** Reads a complete text. Returns the addresses, each once. */
export function parseWalletList(text: string): Result<readonly Address[], readonly string[]> {
  const wallets = new Set<Address>()
  const reader = createWalletListReader((wallet) => wallets.add(wallet))
  reader.push(text)
  const read = reader.end()
  return read.ok ? ok([...wallets]) : read
}

const FILE_PREFIX = 'file:'
/** An inline list with more entries is stored like an uploaded list. */
const MAX_INLINE_ENTRIES = 1_000
/** The longest inline list that is accepted. A longer one must be uploaded as a file. */
export const MAX_INLINE_LIST_LENGTH = 1_048_576

export const walletAllowlist: DescribedKind = {
  key: 'wallet_allowlist',
  meaning:
    'Whether the wallet is on a list: addresses in the value itself, or a list of any length that was uploaded.',
  operators: ['in', 'not_in'],
  valueShape: 'addresses separated by commas, or "file:<url>" of an uploaded list',
  examples: [
    { operator: 'in', value: '0xa11ce, 0xb0b', description: 'Be one of these two' },
    {
      operator: 'not_in',
      value: 'file:https://drops.example/files/file_0192f0c8a1b27cc39d4e5f60718293a4/blocked.csv',
      description: 'Not be on the list of the blocked',
    },
  ],
  read: (operator, value) => {
    const expected = operator === 'in'
    const list = listNamedBy(value)
    if (list !== undefined) {
      const fileId = fileNamedBy(list)
      if (!fileId)
        return err([
          { reason: 'NO_FILE', message: `"${shownText(list)}" is not the URL of a file uploaded here` },
        ])
      const request = { source: 'listed', subject: fileId } as const
      return ok({
        requests: () => [request],
        needed: neededOf(expected),
        judge: (_wallet, facts) => {
          const listed = facts(request)
          if (listed === undefined) return 'unknown'
          return listed > 0n === expected ? 'pass' : 'fail'
        },
      })
    }
    const wallets = new Set<string>()
    const errors = allAtOnce(readInlineList(value, (wallet) => wallets.add(wallet)))
    if (errors.length > 0) return err(errors)
    return ok({
      requests: () => [],
      needed: neededOf(expected),
      observe: (wallet) => (wallets.has(wallet) ? 1n : 0n),
      judge: (wallet) => (wallets.has(wallet) === expected ? 'pass' : 'fail'),
    })
  },
}

const neededOf = (isOnList: boolean): string => (isOnList ? '== 1' : '== 0')

/** The id of the upload with this URL. */
export function fileNamedBy(url: string): FileId | undefined {
  const id = /\/files\/(file_[0-9a-f]{32})(?:\/|$)/.exec(url)?.[1]
  return id === undefined ? undefined : readId('file', id)
}

/**
 * Reads addresses separated by commas, and gives each to `add`. Returns what is not an address, at most
 * `MAX_NAMED_ERRORS`.
 */
export function* readInlineList(
  value: string,
  add: (wallet: Address) => void = () => {},
): Slices<readonly RuleValueError[]> {
  const errors: RuleValueError[] = []
  let sliceEnd = SLICE_LENGTH
  for (let at = 0; at < value.length && errors.length < MAX_NAMED_ERRORS; ) {
    const comma = value.indexOf(',', at)
    const end = comma === -1 ? value.length : comma
    const entry = value.slice(at, end).trim()
    at = end + 1
    const address = entry === '' ? undefined : parseAddress(entry, 'value')
    if (address?.ok) add(address.value)
    else if (address)
      errors.push({
        reason: 'NO_ADDRESS',
        message: `"${entry.slice(0, MAX_SHOWN_LENGTH)}" is not an address`,
      })
    if (at < sliceEnd) continue
    yield
    sliceEnd = at + SLICE_LENGTH
  }
  return errors
}

/** Whether a rule is an inline list that is too large to be part of it: it has more than 1,000 entries, or is longer than this. */
export function isLargeInlineList(
  { key, value }: Pick<GatingRule, 'key' | 'value'>,
  maxLength: number,
): boolean {
  if (!isSameKey(key, walletAllowlist.key) || listNamedBy(value) !== undefined) return false
  return (
    value.length > maxLength ||
    value.split(',').filter((entry) => entry.trim() !== '').length > MAX_INLINE_ENTRIES
  )
}

/** An inline list as the text of a list file. Its entries must be addresses. */
export function* linesOfInlineList(value: string): Slices<string> {
  let lines = ''
  for (let at = 0; at < value.length; at += SLICE_LENGTH) {
    if (at > 0) yield
    lines += value.slice(at, at + SLICE_LENGTH).replace(/[\s,]+/g, '\n')
  }
  return lines
}

/** The URL of the uploaded list that a value names; undefined if the value contains the addresses. */
export const listNamedBy = (value: string): string | undefined =>
  value.trim().startsWith(FILE_PREFIX) ? value.trim().slice(FILE_PREFIX.length).trim() : undefined

/** The words in which the two databases' table definitions differ. A migration is written once, in these. */
export interface Words {
  readonly client: 'better-sqlite3' | 'pg'
  /** Text that is compared by its bytes. */
  readonly text: string
  readonly integer: string
  readonly real: string
  readonly flag: string
  readonly json: string
  /** A whole number from 0 to 2^64 − 1, with the CHECK that holds it there. */
  amount(column: string): string
  /** A sum of amounts or a multiple of one: a whole number of up to 40 digits. */
  sum(column: string): string
  /** Whether some amounts are together at most another one, computed exactly. */
  amountsAtMost(parts: readonly string[], whole: string): string
  /** Whether some sums are together at most others together, computed exactly. */
  sumsAtMost(parts: readonly string[], wholes: readonly string[]): string
  /** What follows a table's closing bracket. */
  readonly end: string
  /** What follows a table's closing bracket when its primary key is the order it is kept in. */
  readonly endByKey: string
  /** What follows the closing bracket of a table whose rows are rewritten often. */
  readonly endOften: string
}

const MAX_AMOUNT = '18446744073709551615'

const BASE = 10_000_000_000

/** Ten of a number's digits: of the twenty of an amount, or of the forty of a sum. */
function digits(column: string, part: number, isSum: boolean): string {
  const text = isSum
    ? `substr('${'0'.repeat(40)}' || ${column}, ${10 * part - 40}, 10)`
    : `substr(${column}, ${10 * part + 1}, 10)`
  return `cast(${text} as integer)`
}

/**
 * Whether some numbers are together at most others together. Ten digits after ten digits: where the upper ones differ so
 * much that a product overflows, it becomes a real number, whose sign is still right.
 */
function togetherAtMost(parts: readonly string[], wholes: readonly string[], isSum: boolean): string {
  const total = (columns: readonly string[], part: number) =>
    columns.map((each) => digits(each, part, isSum)).join(' + ')
  const difference = (part: number) => `(${total(parts, part)} - (${total(wholes, part)}))`
  const further = isSum ? [1, 2, 3] : [1]
  return `${further.reduce((sum, part) => `(${sum} * ${BASE} + ${difference(part)})`, difference(0))} <= 0`
}

export const sqliteWords: Words = {
  client: 'better-sqlite3',
  text: 'text',
  integer: 'integer',
  real: 'real',
  flag: 'integer',
  json: 'text',
  // Twenty digits, so that the order of texts is that of numbers: no integer of SQLite holds 2^64 − 1.
  amount: (column) =>
    `${column} text check (length(${column}) = 20 and ${column} not glob '*[^0-9]*' and ${column} <= '${MAX_AMOUNT}')`,
  // At least as many digits as an amount, so that both are written the same way; nothing compares these as texts.
  sum: (column) =>
    `${column} text check (length(${column}) between 20 and 40 and ${column} not glob '*[^0-9]*')`,
  amountsAtMost: (parts, whole) => togetherAtMost(parts, [whole], false),
  sumsAtMost: (parts, wholes) => togetherAtMost(parts, wholes, true),
  end: 'strict',
  endByKey: 'strict, without rowid',
  endOften: 'strict',
}

export const postgresWords: Words = {
  client: 'pg',
  text: 'text collate "C"',
  integer: 'bigint',
  real: 'double precision',
  flag: 'boolean',
  json: 'json',
  amount: (column) => `${column} numeric(20,0) check (${column} between 0 and ${MAX_AMOUNT})`,
  sum: (column) => `${column} numeric(40,0) check (${column} >= 0)`,
  amountsAtMost: (parts, whole) => `${parts.join(' + ')} <= ${whole}`,
  sumsAtMost: (parts, wholes) => `${parts.join(' + ')} <= ${wholes.join(' + ')}`,
  end: '',
  endByKey: '',
  // Room in each page for the next version of a row, so that updates need not touch the indexes.
  endOften: 'with (fillfactor = 60)',
}

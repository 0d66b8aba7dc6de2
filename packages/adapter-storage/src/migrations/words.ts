/** The SQL in which the two databases' table definitions differ. Each migration is written once, with these parts. */
export interface Words {
  readonly client: 'better-sqlite3' | 'pg'
  /** Text that is compared by its bytes. */
  readonly text: string
  readonly integer: string
  readonly real: string
  readonly flag: string
  readonly json: string
  /** An integer from 0 to 2^64 − 1, with the CHECK for this range. */
  amount(column: string): string
  /** A sum or a multiple of amounts: an integer of up to 40 digits. */
  sum(column: string): string
  /** Whether the sum of some amounts is at most another amount, computed exactly. */
  amountsAtMost(parts: readonly string[], whole: string): string
  /** Whether the sum of some sums is at most that of others, computed exactly. */
  sumsAtMost(parts: readonly string[], wholes: readonly string[]): string
  /** The text after a table's closing parenthesis. */
  readonly end: string
  /** The text after the closing parenthesis of a table that is stored in the order of its primary key. */
  readonly endByKey: string
  /** The text after the closing parenthesis of a table whose rows are updated often. */
  readonly endOften: string
}

const MAX_AMOUNT = '18446744073709551615'

const BASE = 10_000_000_000

/** Ten digits of a number: of the twenty of an amount, or of the forty of a sum. */
function digits(column: string, part: number, isSum: boolean): string {
  const text = isSum
    ? `substr('${'0'.repeat(40)}' || ${column}, ${10 * part - 40}, 10)`
    : `substr(${column}, ${10 * part + 1}, 10)`
  return `cast(${text} as integer)`
}

/**
 * Whether the sum of some numbers is at most that of others. Compares ten digits at a time. If the upper digits differ so
 * much that a product overflows, it becomes a real number, whose sign is still correct.
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
  // Padded to twenty digits, so that texts sort like numbers. No SQLite integer holds 2^64 − 1.
  amount: (column) =>
    `${column} text check (length(${column}) = 20 and ${column} not glob '*[^0-9]*' and ${column} <= '${MAX_AMOUNT}')`,
  // Padded at least to the digits of an amount, so that both have the same format. Sums are never compared as text.
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
  // Leaves space in each page for the next version of a row, so that updates need not change the indexes.
  endOften: 'with (fillfactor = 60)',
}

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
  /** Whether the sum of some amounts is at most another, computed exactly. */
  sumAtMost(parts: readonly string[], whole: string): string
  /** What follows a table's closing bracket. */
  readonly end: string
  /** What follows a table's closing bracket when its primary key is the order it is kept in. */
  readonly endByKey: string
  /** What follows the closing bracket of a table whose rows are rewritten often. */
  readonly endOften: string
}

const MAX_AMOUNT = '18446744073709551615'

const half = (column: string, from: 1 | 11): string => `cast(substr(${column}, ${from}, 10) as integer)`

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
  // In two halves: where the upper ones differ so much that the product overflows, it becomes a real number, whose
  // sign is still right.
  sumAtMost: (parts, whole) => {
    const difference = (from: 1 | 11) =>
      `(${parts.map((part) => half(part, from)).join(' + ')} - ${half(whole, from)})`
    return `${difference(1)} * 10000000000 + ${difference(11)} <= 0`
  },
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
  sumAtMost: (parts, whole) => `${parts.join(' + ')} <= ${whole}`,
  end: '',
  endByKey: '',
  // Room in each page for the next version of a row, so that updates need not touch the indexes.
  endOften: 'with (fillfactor = 60)',
}

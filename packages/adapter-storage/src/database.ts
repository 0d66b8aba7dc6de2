/** A value for one column. Every bigint is an amount, and each database stores amounts in its own format. */
export type Value = string | number | bigint | boolean | null

/** A parameter of a statement: one value, or the values for `Dialect.among`. */
export type Parameter = Value | readonly Value[]

/** A row of a result: amounts as decimal digits (possibly padded), JSON as text, flags as booleans or as 0 and 1. */
export type Row = Readonly<Record<string, unknown>>

/** A statement in the SQL of one database. */
export interface Statement {
  /** The name under which the statement is prepared once and counted. Null for a statement that is built for one use. */
  readonly name: string | null
  readonly text: string
  /** The parameter for each placeholder of the text. Null if they are in order. */
  readonly order: readonly number[] | null
  /** Whether Postgres must plan the statement again regularly, because the best plan depends on the amount of data. */
  readonly isPlannedAnew: boolean
}

export interface Query {
  readonly statement: Statement
  readonly values: readonly Parameter[]
  /**
   * Whether the read may take longer than a few milliseconds. Long reads use a few separate connections, so that they do
   * not delay other work.
   */
  readonly isLong?: boolean
  /** Like `ChangeHints.isShared`. */
  readonly isShared?: boolean
}

/** One statement for many rows of one table. */
export interface Write {
  readonly statement: Statement
  /** The first parameters, which all rows share. */
  readonly shared: readonly Value[]
  /** The other parameters, for each row. */
  readonly rows: readonly (readonly Value[])[]
  /** Whether each row must change exactly one existing row. */
  readonly mustMatch: boolean
  /** Creates the error to throw if a row changes none. Without it, that is a bug and an internal error is thrown. */
  readonly onMiss?: () => Error
}

/** The error that is thrown when a write that must match does not. */
export const missOf = ({ statement, onMiss }: Write): Error =>
  onMiss?.() ?? new Error(`invariant broken: ${statement.name} has nothing to change`)

/** What is known about a change before its decision. */
export interface ChangeHints {
  /**
   * The approximate number of inserted rows. SQLite writes many rows on a separate thread, so that other requests continue.
   */
  readonly rows?: number
  /**
   * The record that the loads lock. On Postgres, the changes of a record by one process run one after the other, so that they
   * wait for its lock on one connection only. Owners take turns.
   */
  readonly locks?: string
  /** Whether several callers share the change. On Postgres, it then has a turn of its own, instead of one of its caller. */
  readonly isShared?: boolean
  /**
   * Whether a power failure may undo the change after it was answered, because running it again is harmless. SQLite then does
   * not wait for the disk, which would block the main thread for milliseconds.
   */
  readonly mayBeLost?: boolean
}

/** A change for at least this many wallets is a batch already and starts at once. On SQLite, it runs on the writing thread. */
export const LARGE_CHANGE = 8

/** A list for several parents at once. Its rows are grouped by parent. */
export interface EachQuery {
  readonly statement: Statement
  /** One row of values for each parent. */
  readonly parents: readonly (readonly Value[])[]
  /** The parameters after those of the parents. */
  readonly shared: readonly Value[]
  /**
   * Selects at least one row if a parent has rows, with the parameters of `statement`. A database that runs the statement
   * once per parent runs this first, because it costs much less and few parents have rows.
   */
  readonly nonEmpty?: Statement
  /** Like `Query.isLong`. */
  readonly isLong?: boolean
}

export type Load = Query | EachQuery

/**
 * The rows of each load, in the order of the loads. Rows of an `EachQuery` have the number of their parent, from 1, in
 * `parent_place`.
 */
export type Loaded = readonly (readonly Row[])[]

/** The decision of a transaction after its loads. */
export interface Decided<T> {
  readonly writes: readonly Write[]
  readonly hasEvents: boolean
  readonly result: T
}

export type Decide<T> = (loaded: Loaded) => Decided<T>

/**
 * One database, SQLite or Postgres. All differences between the two are behind this and `Dialect`. A transaction always
 * consists of loads, a decision in memory, and writes, so that each database can run it in the best way.
 */
export interface Database {
  readonly dialect: Dialect
  /** How many transactions may run changes of drops at the same time. */
  readonly lanes: number
  /** Reads committed rows. */
  read(query: Query): Promise<readonly Row[]>
  /** Runs several reads on the same snapshot. */
  readTogether(loads: readonly Load[]): Promise<Loaded>
  /** Returns the rows for each parent, in the order of the parents. */
  readEach(query: EachQuery): Promise<readonly (readonly Row[])[]>
  /**
   * Runs the loads (one may lock, or write and return rows), calls `decide`, runs the writes and commits, all in one
   * transaction. `decide` may be called more than once. Throws `UniqueViolation`, `StoreUnavailable`, or the error of
   * `decide`. If it throws, nothing is written; after `StoreUnavailable`, the change may have been committed.
   */
  change<T>(loads: readonly Load[], decide: Decide<T>, hints?: ChangeHints): Promise<T>
  /**
   * Assigns log positions to all events that are committed at this time, so that callers can read their own events. Stops
   * waiting after one second.
   */
  placeEvents(): Promise<void>
  onEvents(listener: () => void): () => void
  /**
   * Returns the time of the database's clock, in Unix milliseconds. Null if the database uses the clock of this machine.
   */
  readonly now: (() => Promise<number>) | null
  check(): Promise<void>
  /** Finishes running work, then closes the database. */
  close(): Promise<void>
}

export type ColumnType = 'text' | 'integer' | 'amount' | 'boolean' | 'real' | 'json'

export type Columns = Readonly<Record<string, ColumnType>>

/** The SQL in which SQLite and Postgres differ. Texts number their parameters: ?1, ?2, … */
export interface Dialect {
  readonly client: 'better-sqlite3' | 'pg'
  statement(name: string, text: string): Statement
  /** Returns the same statement, but planned again regularly. */
  plannedAnew(statement: Statement): Statement
  /** The end of a SELECT that locks its rows until the transaction ends. */
  readonly forUpdate: string
  readonly skipLocked: string
  /** Selects the least value of a column through an index on it, whatever the statistics of the database say. */
  firstByIndex(column: string, source: string): string
  /** The column that numbers events in the order of writing; see migration 0009. */
  readonly eventNumber: string
  /** The end of a SELECT that locks its rows and skips rows that another transaction has locked. */
  readonly forUpdateOfFree: string
  /** The end of a SELECT whose rows cannot be deleted until the transaction ends. */
  readonly forKeyShare: string
  /** The smaller of two values that are not null. */
  readonly least: string
  /** The larger of two values that are not null. */
  readonly greatest: string
  /** Whether an expression is among the values of a parameter. */
  among(expression: string, parameter: number, type: 'text' | 'integer'): string
  /**
   * A condition that stops a long read on SQLite when its time is over. It is checked for each row, so it must be the first
   * condition. Postgres stops statements itself.
   */
  withinTime(column: string): string
  /** Follows a table's name: the index to use, if the database would not choose it itself. */
  byIndex(name: string): string
  /** The exact sum of a group's amounts that meet a condition, as `10000000000s ones`: two integers. */
  sumOfAmounts(column: string, condition: string): string
  /** All values of an expression in a group, as one comma-separated text. */
  joined(expression: string): string
  /** The number of bytes of a text or JSON value. */
  bytesOf(expression: string): string
  /** Rows as a JSON array of arrays of columns, as one text. */
  jsonRows(columns: readonly string[], from: string, orderBy: string): string
  /** Locks texts that need not belong to a row. Null if the database has one writer and needs no lock. */
  readonly lockTexts: Statement | null
  /** INSERT of many rows; `conflict` is what follows VALUES. */
  insert(name: string, table: string, columns: Columns, conflict?: string): Statement
  /**
   * UPDATE of many rows by key. The parameters are the shared keys, then the other keys, then the columns. `set` overrides
   * the expression for a column: `{new}` is the new value, `{old}` the old one. `where` is a further condition on the old row.
   */
  update(
    name: string,
    table: string,
    keys: { readonly shared: Columns; readonly own: Columns },
    columns: Columns,
    more?: { readonly set?: Readonly<Record<string, string>>; readonly where?: string },
  ): Statement
  /** DELETE of the rows whose column has one of many values. The column is text by default. */
  remove(name: string, table: string, column: string, type?: 'text' | 'integer'): Statement
  /**
   * A list for each of several parents. `inner` is the list of one parent; it gets the names of the parent's values and of
   * the shared parameters. `orderBy` is its order.
   */
  each(
    name: string,
    parents: Columns,
    orderBy: string,
    inner: (parent: (column: string) => string, shared: (place: number) => string) => string,
  ): Statement
}

/** Types rows as what their statement selects. Does not check them. */
export const rowsAs = <R>(rows: readonly Row[] | undefined): readonly R[] =>
  (rows ?? []) as unknown as readonly R[]

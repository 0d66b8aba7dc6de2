/** What a statement may be given for one column. Every bigint is an amount; each database keeps those its own way. */
export type Value = string | number | bigint | boolean | null

/** A statement's parameter: one value, or several that `Dialect.among` looks among. */
export type Parameter = Value | readonly Value[]

/** What comes back: amounts as decimal digits (maybe padded), JSON as text, flags as booleans or 0 and 1. */
export type Row = Readonly<Record<string, unknown>>

/** A statement in a database's own words. */
export interface Statement {
  /** By which it is prepared once and counted; null for one that was put together for one use. */
  readonly name: string | null
  readonly text: string
  /** Which parameter stands at each place of the text, where that is not simply their order. */
  readonly order: readonly number[] | null
  /** Whether Postgres is to choose the plan anew every moment, because the right one depends on how much there is. */
  readonly isPlannedAnew: boolean
}

export interface Query {
  readonly statement: Statement
  readonly values: readonly Parameter[]
  /**
   * Whether it may take longer than a few milliseconds. Such reads have connections of their own, few of them, so that
   * they keep nothing else waiting.
   */
  readonly isLong?: boolean
}

/** One statement for many rows of one table. */
export interface Write {
  readonly statement: Statement
  /** Values that all rows share; they are the first parameters. */
  readonly shared: readonly Value[]
  /** The further parameters, row by row. */
  readonly rows: readonly (readonly Value[])[]
  /** Whether each row must change exactly one that is there. */
  readonly mustMatch: boolean
  /** What is thrown when one does not; without it that is a fault of ours. */
  readonly onMiss?: () => Error
}

/** What a write that must match throws when it does not. */
export const missOf = ({ statement, onMiss }: Write): Error =>
  onMiss?.() ?? new Error(`invariant broken: ${statement.name} has nothing to change`)

/** What is known of a change before it is decided. */
export interface ChangeSize {
  /** About how many rows it inserts. SQLite writes many rows on a thread, so that other requests go on. */
  readonly rows: number
}

/** A list that is wanted for several parents at once; its rows come parent by parent. */
export interface EachQuery {
  readonly statement: Statement
  /** One row of values for each parent. */
  readonly parents: readonly (readonly Value[])[]
  /** Parameters after the parents' own. */
  readonly shared: readonly Value[]
  /**
   * Selects anything if a parent has rows. It has the parameters of `statement`. A database that runs the statement once
   * per parent runs this first, because it costs much less and few parents have rows.
   */
  readonly nonEmpty?: Statement
}

export type Load = Query | EachQuery

/** The rows of each load, in the loads' order. Rows of an `EachQuery` name the place of their parent, from 1: `parent_place`. */
export type Loaded = readonly (readonly Row[])[]

/** What a transaction does once it has seen what it asked for. */
export interface Decided<T> {
  readonly writes: readonly Write[]
  readonly hasEvents: boolean
  readonly result: T
}

export type Decide<T> = (loaded: Loaded) => Decided<T>

/**
 * One database, SQLite or Postgres. All that differs between the two is behind this and behind `Dialect`; a
 * transaction is always loads, then a decision in memory, then writes, so that each side can run it as suits it.
 */
export interface Database {
  readonly dialect: Dialect
  /** How many transactions changes of drops share at the same time. */
  readonly lanes: number
  /** Committed rows. */
  read(query: Query): Promise<readonly Row[]>
  /** Several reads of one and the same moment. */
  readTogether(loads: readonly Load[]): Promise<Loaded>
  /** The rows for each parent, in the parents' order. */
  readEach(query: EachQuery): Promise<readonly (readonly Row[])[]>
  /**
   * Runs the loads (one may lock, or write and return rows), calls `decide`, runs the writes and commits, all in one
   * transaction. `decide` may be called again. Throws `UniqueViolation`, `StoreUnavailable`, or what `decide` threw;
   * nothing is written then, save that after a `StoreUnavailable` nobody knows.
   */
  change<T>(loads: readonly Load[], decide: Decide<T>, size?: ChangeSize): Promise<T>
  /**
   * Gives all events that are committed by now their places in the log, so that a caller reads its own. Gives up after
   * a second.
   */
  placeEvents(): Promise<void>
  onEvents(listener: () => void): () => void
  /** The database's clock, in Unix milliseconds. Null if it is the clock of this machine. */
  readonly now: (() => Promise<number>) | null
  check(): Promise<void>
  /** Finishes what runs, then lets go of the database. */
  close(): Promise<void>
}

export type ColumnType = 'text' | 'integer' | 'amount' | 'boolean' | 'real' | 'json'

export type Columns = Readonly<Record<string, ColumnType>>

/** The words in which SQLite and Postgres differ. Texts number their parameters: ?1, ?2, … */
export interface Dialect {
  readonly client: 'better-sqlite3' | 'pg'
  statement(name: string, text: string): Statement
  /** The same statement, planned anew every moment. */
  plannedAnew(statement: Statement): Statement
  /** Ends a SELECT that locks its rows until the transaction ends. */
  readonly forUpdate: string
  readonly skipLocked: string
  /** The column that numbers events in the order in which they are written; see migration 0009. */
  readonly eventNumber: string
  /** Ends a SELECT that locks those of its rows that nobody else has locked, and leaves the others out. */
  readonly forUpdateOfFree: string
  /** Ends a SELECT whose rows nobody may remove until the transaction ends. */
  readonly forKeyShare: string
  /** The smaller of two values that are not null. */
  readonly least: string
  /** The larger of two values that are not null. */
  readonly greatest: string
  /** Whether an expression is among the values of a parameter. */
  among(expression: string, parameter: number, type: 'text' | 'integer'): string
  /**
   * A condition that stops a long read on SQLite when its time is over; it is checked at each row, so it comes first.
   * Postgres stops statements by itself.
   */
  withinTime(column: string): string
  /** After a table's name: which index to read it by, where the database would not find that out by itself. */
  byIndex(name: string): string
  /**
   * The sum of the amounts in a group that fulfil a condition, exactly, as `10000000000s ones`: two whole numbers.
   */
  sumOfAmounts(column: string, condition: string): string
  /** All values of an expression in a group, as one text with commas. */
  joined(expression: string): string
  /** Rows as a JSON array of arrays of columns, as one text. */
  jsonRows(columns: readonly string[], from: string, orderBy: string): string
  /** Locks texts that need not stand for any row, where the database needs that. */
  readonly lockTexts: Statement | null
  /** INSERT of many rows; `conflict` is what follows VALUES. */
  insert(name: string, table: string, columns: Columns, conflict?: string): Statement
  /**
   * UPDATE of many rows by their keys. The parameters are the shared keys, then the other keys, then the columns.
   * `set` says what a column becomes other than its new value, with `{new}` for that and `{old}` for what it was.
   */
  update(
    name: string,
    table: string,
    keys: { readonly shared: Columns; readonly own: Columns },
    columns: Columns,
    set?: Readonly<Record<string, string>>,
  ): Statement
  /** DELETE of the rows in which a column, a text unless told, has one of many values. */
  remove(name: string, table: string, column: string, type?: 'text' | 'integer'): Statement
  /**
   * A list for each of several parents. `inner` is the list of one parent, written with the names it is given for the
   * parent's values and for the shared parameters; `orderBy` is its order.
   */
  each(
    name: string,
    parents: Columns,
    orderBy: string,
    inner: (parent: (column: string) => string, shared: (place: number) => string) => string,
  ): Statement
}

/** Reads rows as what their statement is known to select. */
export const rowsAs = <R>(rows: readonly Row[] | undefined): readonly R[] =>
  (rows ?? []) as unknown as readonly R[]

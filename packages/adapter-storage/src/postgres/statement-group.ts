import { isStoreUnavailable } from '@dropkit/core'
import { type ClientBase, type Connection, type FieldDef, type Submittable, types } from 'pg'
import type { Load, Loaded, Row } from '../database.ts'

export interface GroupStatement {
  /** The name under which the connection keeps it prepared. Null if it is parsed each time. */
  readonly name: string | null
  readonly isPlannedAnew: boolean
  readonly text: string
  readonly values: readonly (string | null)[]
}

export interface Answer {
  readonly rows: readonly Row[]
  readonly rowCount: number
  /** The first word of the command tag, such as `COMMIT`. */
  readonly command: string
}

interface Field {
  readonly name: string
  readonly parse: (text: string) => unknown
}

const INT8 = 20
const JSON_TEXT = 114

// Counters and instants are far below 2^53. JSON stays text until a record is made from it.
const parsers = new Map<number, (text: string) => unknown>([
  [INT8, Number],
  [JSON_TEXT, (text) => text],
])

/** Parses numbers as numbers, and leaves JSON as text. */
export const textTypes = {
  getTypeParser: (id: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && parsers.get(id)) || types.getTypeParser(id, format as 'text'),
} as { getTypeParser: typeof types.getTypeParser }

/**
 * How long Postgres may reuse a plan of a statement that is planned again regularly. Planning can take longer than running.
 */
const PLAN_LIFETIME_MS = 250

/** The columns of a statement's rows. Copying a row of nulls is faster than adding its columns one by one. */
interface Shape {
  readonly fields: readonly Field[]
  readonly emptyRow: Row
}

const NO_ROWS: Shape = { fields: [], emptyRow: {} }

interface Prepared {
  readonly text: string
  readonly shape: Shape
  readonly preparedAt: number
}

/** The statements that each connection has prepared. */
const preparedOn = new WeakMap<Connection, Map<string, Prepared>>()

/**
 * Sends statements in one message and reads their answers from one message: one round trip, whatever their number.
 * Postgres runs them in order and skips the rest after one fails, so a group that ends with `commit` commits only if
 * everything before it succeeded. A connection that has not answered after `timeoutMs` is closed.
 */
export const runGroup = (
  client: ClientBase,
  statements: readonly GroupStatement[],
  timeoutMs: number,
): Promise<readonly Answer[]> =>
  new Promise((resolve, reject) => {
    client.query(new StatementGroup(statements, timeoutMs, { resolve, reject }))
  })

interface Outcome {
  readonly resolve: (answers: readonly Answer[]) => void
  readonly reject: (cause: unknown) => void
}

/** Unlike a query of pg, it sends one Sync message for all its statements, because Postgres answers at each Sync. */
class StatementGroup implements Submittable {
  readonly #statements: readonly GroupStatement[]
  readonly #timeoutMs: number
  readonly #outcome: Outcome
  readonly #answers: Answer[] = []
  /** The known shape of each statement. Undefined for a statement that this group prepares. */
  readonly #knownShapes: (Shape | undefined)[] = []
  #prepared = new Map<string, Prepared>()
  #timer: NodeJS.Timeout | undefined
  /** The shape of the statement that is being answered. */
  #shape: Shape | undefined
  #rows: Row[] = []

  constructor(statements: readonly GroupStatement[], timeoutMs: number, outcome: Outcome) {
    this.#statements = statements
    this.#timeoutMs = timeoutMs
    this.#outcome = outcome
  }

  submit(connection: Connection): void {
    this.#prepared = preparedOn.get(connection) ?? this.#prepared
    preparedOn.set(connection, this.#prepared)
    this.#timer = setTimeout(
      () => connection.stream.destroy(new Error(`no answer within ${this.#timeoutMs} ms`)),
      this.#timeoutMs,
    )
    connection.stream.cork()
    const planStillGoodFrom = performance.now() - PLAN_LIFETIME_MS
    for (const { name, text, values, isPlannedAnew } of this.#statements) {
      const statement = name ?? ''
      const known = this.#prepared.get(statement)
      const isPrepared = known?.text === text && (!isPlannedAnew || known.preparedAt >= planStillGoodFrom)
      this.#knownShapes.push(isPrepared ? known.shape : undefined)
      if (!isPrepared) {
        this.#prepared.delete(statement)
        // An earlier group may have prepared the statement and failed before its answer. Closing a statement that does not
        // exist is not an error.
        connection.close({ type: 'S', name: statement }, true)
        connection.parse({ name: statement, text, types: [] }, true)
      }
      connection.bind({ statement, values: [...values] }, true)
      if (!isPrepared) connection.describe({ type: 'P' }, true)
      connection.execute(null, true)
    }
    connection.sync()
    connection.stream.uncork()
  }

  handleRowDescription({ fields }: { readonly fields: readonly FieldDef[] }): void {
    this.#shape = {
      fields: fields.map(({ name, dataTypeID }) => ({ name, parse: textTypes.getTypeParser(dataTypeID) })),
      emptyRow: Object.fromEntries(fields.map(({ name }) => [name, null])),
    }
  }

  handleDataRow({ fields: texts }: { readonly fields: readonly (string | null)[] }): void {
    this.#shape ??= this.#knownShapes[this.#answers.length] ?? NO_ROWS
    const { fields, emptyRow } = this.#shape
    const row: Record<string, unknown> = { ...emptyRow }
    fields.forEach(({ name, parse }, place) => {
      const text = texts[place]
      if (text != null) row[name] = parse(text)
    })
    this.#rows.push(row)
  }

  handleCommandComplete({ text: tag }: { readonly text: string }): void {
    const { name = null, text = '' } = this.#answering ?? {}
    if (name !== null && this.#knownShapes[this.#answers.length] === undefined) {
      this.#prepared.set(name, { text, shape: this.#shape ?? NO_ROWS, preparedAt: performance.now() })
    }
    const [command = '', ...counts] = tag.split(' ')
    this.#answers.push({ command, rows: this.#rows, rowCount: Number(counts.at(-1) ?? 0) })
    this.#shape = undefined
    this.#rows = []
  }

  handleReadyForQuery(): void {
    clearTimeout(this.#timer)
    this.#outcome.resolve(this.#answers)
  }

  handleError(cause: unknown): void {
    clearTimeout(this.#timer)
    // The statement may have failed because its tables have changed since it was prepared.
    this.#prepared.delete(this.#answering?.name ?? '')
    this.#outcome.reject(cause)
  }

  get #answering(): GroupStatement | undefined {
    return this.#statements[this.#answers.length]
  }
}

interface Asked {
  readonly load: Load
  readonly resolve: (rows: readonly Row[]) => void
  readonly reject: (cause: unknown) => void
}

/**
 * Runs the reads that are requested by one task and its microtasks together, with one round trip. If that fails, each is
 * retried alone, so that none fails because of another one.
 */
export function createGroupedReads(
  run: (loads: readonly Load[]) => Promise<Loaded>,
): (load: Load) => Promise<readonly Row[]> {
  let waiting: Asked[] = []

  async function runAll(group: readonly Asked[]): Promise<void> {
    try {
      const found = await run(group.map(({ load }) => load))
      for (const [place, { resolve }] of group.entries()) resolve(found[place] ?? [])
    } catch (cause) {
      if (group.length > 1 && !isStoreUnavailable(cause)) for (const asked of group) void runAll([asked])
      else for (const { reject } of group) reject(cause)
    }
  }

  return (load) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) {
        process.nextTick(() => {
          const group = waiting
          waiting = []
          void runAll(group)
        })
      }
      waiting.push({ load, resolve, reject })
    })
}

/** Returns a function whose calls of one turn of the event loop share one promise, which resolves at the end of the turn. */
export function createEndOfTurn(): () => Promise<void> {
  let end: Promise<void> | undefined
  return () => {
    end ??= new Promise((resolve) => {
      setImmediate(() => {
        end = undefined
        resolve()
      })
    })
    return end
  }
}

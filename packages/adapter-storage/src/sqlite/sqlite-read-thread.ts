import { parentPort, workerData } from 'node:worker_threads'
import SqliteDatabase from 'better-sqlite3'
import type { Statement } from '../database.ts'
import { openConnection } from './sqlite-connection.ts'
import type { ThreadRead, ThreadReadAnswer } from './sqlite-thread-messages.ts'

const connection = openConnection(String(workerData), { readonly: true })

class OutOfTime extends Error {}

let deadline = Number.POSITIVE_INFINITY
let rowsUntilLook = 0
/** How many rows are read between two checks of the time limit. */
const ROWS_PER_LOOK = 256

connection.raw.function('within_time', { varargs: false }, (_column: unknown) => {
  if (rowsUntilLook-- > 0) return 1
  rowsUntilLook = ROWS_PER_LOOK
  if (performance.now() > deadline) throw new OutOfTime()
  return 1
})

/** Each message has a copy of the statement, so a named statement is looked up to prepare it only once. */
const known = new Map<string, Statement>()

function answerTo({ query, limitMs }: ThreadRead): ThreadReadAnswer {
  const begunAt = performance.now()
  deadline = limitMs === null ? Number.POSITIVE_INFINITY : begunAt + limitMs
  rowsUntilLook = ROWS_PER_LOOK
  try {
    const statement = known.get(query.statement.text) ?? query.statement
    if (statement.name !== null) known.set(statement.text, statement)
    const rows = connection.all({ ...query, statement })
    return { kind: 'rows', rows, ms: performance.now() - begunAt }
  } catch (cause) {
    if (cause instanceof OutOfTime) return { kind: 'out_of_time', ms: performance.now() - begunAt }
    if (cause instanceof SqliteDatabase.SqliteError) {
      const { message, code } = cause
      return { kind: 'refused', message, code }
    }
    return { kind: 'failed', reason: cause instanceof Error ? (cause.stack ?? cause.message) : String(cause) }
  }
}

parentPort?.on('message', (read: ThreadRead | 'close') => {
  if (read === 'close') {
    connection.raw.close()
    parentPort?.close()
  } else {
    parentPort?.postMessage(answerTo(read))
  }
})

import { parentPort, workerData } from 'node:worker_threads'
import SqliteDatabase from 'better-sqlite3'
import type { Load, Statement } from '../database.ts'
import { openConnection } from './sqlite-connection.ts'
import {
  Missed,
  type SentLoad,
  type SentStatement,
  type SentWrite,
  type ThreadAnswer,
  type ThreadCommand,
} from './sqlite-thread-messages.ts'

let ran: string[] = []
const connection = openConnection(String(workerData), {
  readonly: false,
  onStatement: (name) => ran.push(name),
})
connection.raw.pragma('wal_autocheckpoint = 0')

/** The known statements, by number. */
const known: Statement[] = []
const statementOf = (sent: SentStatement): Statement =>
  typeof sent === 'number' ? (known[sent] as Statement) : sent

function loadOf(sent: SentLoad): Load {
  const statement = statementOf(sent.statement)
  if (!('parents' in sent)) return { ...sent, statement }
  const { nonEmpty, ...query } = sent
  return { ...query, statement, ...(nonEmpty === undefined ? {} : { nonEmpty: statementOf(nonEmpty) }) }
}

function write({ statement, ...sent }: SentWrite, place: number): void {
  connection.write({ statement: statementOf(statement), ...sent, onMiss: () => new Missed(place) })
}

function orRollBack(act: () => ThreadAnswer): ThreadAnswer {
  try {
    return act()
  } catch (cause) {
    // Some errors, such as a full disk, have already rolled back the transaction.
    if (connection.raw.inTransaction) connection.command('rollback')
    throw cause
  }
}

function obey(command: ThreadCommand): ThreadAnswer {
  if ('newStatements' in command) known.push(...command.newStatements)
  ran = []
  switch (command.kind) {
    case 'lock':
      connection.command('begin immediate')
      return orRollBack(() => {
        const loads = command.loads.map((load) => connection.values(loadOf(load)))
        return { kind: 'loaded', loads, statements: ran }
      })
    case 'unlock':
      connection.command('rollback')
      return { kind: 'done' }
    case 'write':
      return orRollBack(() => {
        write(command.write, 0)
        return { kind: 'done' }
      })
    case 'commit':
      return orRollBack(() => {
        command.writes.forEach(write)
        connection.command('commit')
        return { kind: 'done' }
      })
  }
}

function answerTo(command: ThreadCommand): ThreadAnswer {
  try {
    return obey(command)
  } catch (cause) {
    if (cause instanceof Missed) return { kind: 'missed', place: cause.place }
    if (cause instanceof SqliteDatabase.SqliteError) {
      const { message, code } = cause
      return { kind: 'refused', message, code }
    }
    return { kind: 'failed', reason: cause instanceof Error ? (cause.stack ?? cause.message) : String(cause) }
  }
}

parentPort?.on('message', (command: ThreadCommand | 'close') => {
  if (command === 'close') {
    connection.raw.close()
    parentPort?.close()
  } else {
    parentPort?.postMessage(answerTo(command))
  }
})

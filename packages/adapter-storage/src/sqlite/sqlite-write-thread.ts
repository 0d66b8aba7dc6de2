import { parentPort, workerData } from 'node:worker_threads'
import SqliteDatabase from 'better-sqlite3'
import type { Statement } from '../database.ts'
import { openConnection } from './sqlite-connection.ts'
import { Missed, type SentWrite, type ThreadAnswer, type ThreadCommand } from './sqlite-thread-messages.ts'

const connection = openConnection(String(workerData), { readonly: false })
connection.raw.pragma('wal_autocheckpoint = 0')

/** What is sent is a copy each time, and a statement is prepared once. */
const known = new Map<string, Statement>()

function write({ statement: copy, ...sent }: SentWrite, place: number): void {
  const statement = known.get(copy.text) ?? copy
  known.set(copy.text, statement)
  connection.write({ statement, ...sent, onMiss: () => new Missed(place) })
}

function orRollBack(act: () => void): void {
  try {
    act()
  } catch (cause) {
    // A full disk, for one, has rolled back everything already.
    if (connection.raw.inTransaction) connection.command('rollback')
    throw cause
  }
}

function obey(command: ThreadCommand): void {
  if (command.kind === 'lock') connection.command('begin immediate')
  else if (command.kind === 'unlock') connection.command('rollback')
  else if (command.kind === 'write') orRollBack(() => write(command.write, 0))
  else
    orRollBack(() => {
      command.writes.forEach(write)
      connection.command('commit')
    })
}

function answerTo(command: ThreadCommand): ThreadAnswer {
  try {
    obey(command)
    return { kind: 'done' }
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

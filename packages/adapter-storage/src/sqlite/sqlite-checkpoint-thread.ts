import { fdatasyncSync, openSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import SqliteDatabase from 'better-sqlite3'

const path = String(workerData)
const raw = new SqliteDatabase(path)
raw.pragma('synchronous = full')
raw.pragma('cache_size = -256')
// Without this, closing the last connection would run another checkpoint.
raw.pragma('wal_autocheckpoint = 0')

/**
 * Stays open until the process ends, because closing any descriptor of the file would release the locks that all connections
 * of the process hold on it: https://www.sqlite.org/howtocorrupt.html (2.2).
 */
const file = openSync(path, 'r+')

parentPort?.on('message', (wanted: 'checkpoint' | 'close') => {
  if (wanted === 'close') {
    raw.close()
    parentPort?.close()
    return
  }
  try {
    raw.pragma('wal_checkpoint(passive)')
    // SQLite syncs the file only in the pass that leaves nothing, and the writer waits for that one. Now it has little to sync.
    fdatasyncSync(file)
    parentPort?.postMessage('done')
  } catch {
    // For example, the disk is full.
    parentPort?.postMessage('failed')
  }
})

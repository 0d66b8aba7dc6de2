import { parentPort, workerData } from 'node:worker_threads'
import SqliteDatabase from 'better-sqlite3'

const raw = new SqliteDatabase(String(workerData))
raw.pragma('synchronous = full')
raw.pragma('cache_size = -256')
// Without this, closing the last connection would run another checkpoint.
raw.pragma('wal_autocheckpoint = 0')

parentPort?.on('message', (wanted: 'checkpoint' | 'close') => {
  if (wanted === 'close') {
    raw.close()
    parentPort?.close()
    return
  }
  try {
    raw.pragma('wal_checkpoint(passive)')
    parentPort?.postMessage('done')
  } catch {
    // For example, the disk is full.
    parentPort?.postMessage('failed')
  }
})

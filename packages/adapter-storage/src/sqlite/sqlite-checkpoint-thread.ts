import { parentPort, workerData } from 'node:worker_threads'
import SqliteDatabase from 'better-sqlite3'

const raw = new SqliteDatabase(String(workerData))
raw.pragma('synchronous = full')
raw.pragma('cache_size = -256')
// As the last one to go it would otherwise empty the log once more.
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
    // Such as a disk that is full.
    parentPort?.postMessage('failed')
  }
})

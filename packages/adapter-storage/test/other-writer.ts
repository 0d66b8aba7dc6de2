import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** Another process that has written into a file of SQLite, and holds its lock for so long before it commits. */
export async function startOtherWriter(path: string, text: string, holdMs: number): Promise<void> {
  const script = `
    const [path, text, holdMs] = process.argv.slice(1)
    const db = new (require('better-sqlite3'))(path)
    db.exec('begin immediate;' + text)
    console.log('held')
    setTimeout(() => { db.exec('commit'); db.close() }, Number(holdMs))`
  const holder = spawn(process.execPath, ['-e', script, path, text, String(holdMs)], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(holder.stdout, 'data')
}

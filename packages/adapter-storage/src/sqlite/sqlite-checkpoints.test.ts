import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import SqliteDatabase from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Checkpoints, createCheckpoints } from './sqlite-checkpoints.ts'

const LIMITS = { beginAtPages: 60, fewPages: 30, longestPages: 4_000 }
const PAGE_BYTES = 4_096

describe('the log of SQLite', () => {
  let folder: string
  let path: string
  let raw: SqliteDatabase.Database
  let checkpoints: Checkpoints | undefined

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'dropkit-checkpoints-'))
    path = join(folder, 'store.db')
    raw = new SqliteDatabase(path)
    raw.pragma('journal_mode = wal')
    raw.pragma('synchronous = off')
    raw.exec('create table bytes (value blob)')
    raw.pragma('wal_checkpoint(truncate)')
  })

  afterEach(async () => {
    await checkpoints?.close()
    checkpoints = undefined
    raw.close()
    rmSync(folder, { recursive: true })
  })

  const write = (pages: number) =>
    raw.prepare('insert into bytes values (zeroblob(?))').run(pages * PAGE_BYTES)
  const logPages = () => statSync(`${path}-wal`).size / PAGE_BYTES
  const left = () => {
    const [progress] = raw.pragma('wal_checkpoint(noop)') as { log: number; checkpointed: number }[]
    return progress && progress.log - progress.checkpointed
  }
  const untilNothingIsLeft = async () => {
    while (left() !== 0) await sleep(5)
  }

  test('is checkpointed by a thread once it is long, and restarts', async () => {
    checkpoints = createCheckpoints(path, { raw }, LIMITS)
    const before = statSync(path).size
    for (let round = 0; round < 5; round++) {
      write(100)
      checkpoints.onCommit()
      await untilNothingIsLeft()
    }
    expect(statSync(path).size).toBeGreaterThan(before + 400 * PAGE_BYTES)
    expect(logPages()).toBeLessThan(200)
  })

  test('is left as it is while it is short', async () => {
    checkpoints = createCheckpoints(path, { raw }, LIMITS)
    write(20)
    checkpoints.onCommit()
    await sleep(50)
    expect(left()).toBeGreaterThan(0)
  })

  test('is finished with while writes go on', async () => {
    checkpoints = createCheckpoints(path, { raw }, LIMITS)
    // After the log has restarted, its file stops growing, however slow the thread was.
    let written = 0
    do {
      write(20)
      written += 20
      checkpoints.onCommit()
      await sleep(2)
    } while (logPages() >= written && written < 50_000)
    expect(logPages()).toBeLessThan(written)
  })

  test('is brought into the file by the writer itself where the thread cannot', async () => {
    checkpoints = createCheckpoints(join(folder, 'nowhere', 'store.db'), { raw }, LIMITS)
    write(100)
    checkpoints.onCommit()
    while (raw.pragma('wal_autocheckpoint', { simple: true }) === 0) await sleep(5)
    write(1)
    expect(left()).toBe(0)
  })

  test('is not lost when all is closed while the thread works', async () => {
    checkpoints = createCheckpoints(path, { raw }, LIMITS)
    write(2_000)
    checkpoints.onCommit()
    await checkpoints.close()
    checkpoints = undefined
    raw.close()
    expect(existsSync(`${path}-wal`)).toBe(false)
    raw = new SqliteDatabase(path)
    expect(raw.prepare('select sum(length(value)) as bytes from bytes').pluck().get()).toBe(
      2_000 * PAGE_BYTES,
    )
    expect(raw.pragma('integrity_check', { simple: true })).toBe('ok')
  })
})

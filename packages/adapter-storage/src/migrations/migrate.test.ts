import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, test } from 'vitest'
import { onDatabase, postgresDatabase, sqliteDatabase } from '../../test/databases.ts'

const START = `
  import { openSqlStorage } from ${JSON.stringify(new URL('../index.ts', import.meta.url).href)}
  const told = []
  const log = { debug() {}, info(message) { told.push(message) }, warn(message) { told.push(message) }, error(message) { told.push(message) } }
  const { store, close } = await openSqlStorage({ url: process.argv[1], log })
  await store.check()
  console.log(JSON.stringify({ isEmpty: await store.isEmpty(), told }))
  await close()
`

/** Opens the store in a process of its own; gives what it said. */
async function openElsewhere(url: string): Promise<{ isEmpty: boolean; told: string[] }> {
  const child = spawn(
    process.execPath,
    ['--conditions=@dropkit/source', '--input-type=module', '-e', START, url],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let out = ''
  let faults = ''
  child.stdout.on('data', (chunk) => (out += chunk))
  child.stderr.on('data', (chunk) => (faults += chunk))
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`a server did not start: ${faults}`)
  return JSON.parse(out)
}

describe.each([
  ['SQLite', sqliteDatabase],
  ['Postgres', postgresDatabase],
] as const)('the tables on %s', (_, make) => {
  test('are made once when several servers start on an empty database at the same time', () =>
    onDatabase(make, async ({ url }) => {
      const servers = await Promise.all(Array.from({ length: 4 }, () => openElsewhere(url)))
      expect(servers.every(({ isEmpty }) => isEmpty)).toBe(true)
      expect(servers.flatMap(({ told }) => told)).toEqual(['database migrated'])
    }))

  test('are left alone by a server that finds them there', () =>
    onDatabase(make, async (database) => {
      await (await database.open()).close()
      expect(await openElsewhere(database.url)).toEqual({ isEmpty: true, told: [] })
    }))
})

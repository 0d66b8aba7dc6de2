// Commands on a store while a server on it serves claims: audit, backup, restore.
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { masterKeyId } from '../apps/server/src/ports/secrets.ts'
import { claimDrop, createDrop, eventually, run } from './support/drops.ts'
import { nthWallet } from './support/full-store.ts'
import { startPostgres } from './support/postgres.ts'
import { type Environment, runToItsEnd, startServer, type TestServer } from './support/server.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

const MASTER_KEY = 'a7'.repeat(32)

const command = (env: Environment, ...words: readonly string[]) => runToItsEnd(words, { MASTER_KEY, ...env })

const startOwn = async (options: Parameters<typeof startServer>[0]): Promise<TestServer> => {
  const server = await startServer({ ...options, env: { MASTER_KEY, ...options?.env } })
  onTestFinished(async () => void (await server.stop().catch(() => {})))
  return server
}

/** Claims for one wallet after another, several at a time, until it is stopped. */
const keepClaiming = (server: TestServer, dropId: string) => {
  const acknowledged = new Set<string>()
  let [next, isOver] = [1, false]
  const claimOn = async () => {
    while (!isOver) {
      const wallet = nthWallet(next++)
      await claimDrop(server, dropId, wallet)
      acknowledged.add(wallet)
    }
  }
  const done = Promise.all(Array.from({ length: 8 }, claimOn))
  // Prevents an unhandled rejection. The caller of `stop` gets the error.
  done.catch(() => {})
  return {
    acknowledged,
    stop: async () => {
      isOver = true
      await done
    },
  }
}

/** The wallets of all claims on a drop. */
const walletsOf = async (server: TestServer, dropId: string): Promise<ReadonlySet<string>> => {
  const wallets = new Set<string>()
  let after: string | null = null
  for (;;) {
    const claims: readonly { readonly id: string; readonly userAddress: string }[] = await run(
      server,
      `query($dropId: ID!, $after: ID) { claims(filter: { dropId: $dropId }, limit: 200, after: $after) { id userAddress } }`,
      { dropId, after },
    )
    for (const { userAddress } of claims) wallets.add(userAddress)
    after = claims.at(-1)?.id ?? null
    if (claims.length < 200) return wallets
  }
}

const BYTES = Buffer.from('not much, but ours')

const upload = async (server: TestServer): Promise<string> => {
  const file = `data:text/plain;base64,${BYTES.toString('base64')}`
  const { url } = await run<{ url: string }>(
    server,
    'mutation($input: UploadFileInput!) { uploadFile(input: $input) { url } }',
    { input: { file, filename: 'ours.txt', contentType: 'text/plain' } },
  )
  return new URL(url).pathname
}

describe.each(['sqlite', 'postgres'] as const)('an audit on %s', (database) => {
  it('finds nothing while claims are made, time and again', async () => {
    const server = await startOwn({ database })
    const dropId = await createDrop(server)
    const luckId = await createDrop(server, { tokenAmount: '0', supply: 5, maxAmount: '100' })
    for (let number = 1; number <= 3; number++)
      await run(
        server,
        'mutation($input: ClaimRandomDropInput!) { claimRandomDrop(input: $input) { claimedAmount } }',
        { input: { dropId: luckId, userAddress: nthWallet(number) } },
      )
    const claiming = keepClaiming(server, dropId)
    const env = { DATABASE_URL: server.databaseUrl, DATA_DIR: server.dataDir }
    let seen = 0
    for (let times = 0; times < 3; times++) {
      const { code, output, errors } = await command(env, 'audit', '--json')
      expect({ code, errors }).toEqual({ code: 0, errors: '' })
      const audited = JSON.parse(output)
      expect(audited).toMatchObject({ differences: 0, found: [], drops: 2, drawsChecked: 1 })
      expect(audited.claims).toBeGreaterThan(seen)
      seen = audited.claims
    }
    await claiming.stop()
  })
})

/** A store with one claim that its drop does not count. No server runs on it. */
async function makeWrongStore() {
  const dataDir = temporaryFolder()
  const server = await startOwn({ dataDir })
  const dropId = await createDrop(server)
  await claimDrop(server, dropId, nthWallet(1))
  await server.stop()
  const { DatabaseSync } = await import('node:sqlite')
  const database = new DatabaseSync(join(dataDir, 'dropkit.db'))
  database.exec('update drops set reserved_count = 0')
  database.close()
  return { dataDir, dropId, difference: `${dropId}: reservedCount is 0, should be 1\n` }
}

it('an audit of a store that is wrong shows what differs, and ends with code 1', async () => {
  const { dataDir, dropId, difference } = await makeWrongStore()
  const text = await command({ DATA_DIR: dataDir }, 'audit')
  expect(text).toMatchObject({ code: 1, errors: '' })
  expect(text.output).toMatch(`${difference}1 differences in 1 drops, 1 claims, `)
  const json = await command(
    { DATA_DIR: temporaryFolder() },
    'audit',
    '--json',
    '--database',
    join(dataDir, 'dropkit.db'),
  )
  expect(json).toMatchObject({ code: 1, errors: '' })
  const found = [{ dropId, record: dropId, field: 'reservedCount', stored: '0', derived: '1' }]
  expect(JSON.parse(json.output)).toMatchObject({ differences: 1, found })
})

it('a move of a store that is wrong stops, and a server uses the store again after the move is cancelled', async () => {
  const { dataDir, difference } = await makeWrongStore()
  const other = await (await startPostgres()).createDatabase()
  onTestFinished(other.drop)
  const env = { DATA_DIR: dataDir }
  expect(await command(env, 'move', other.url)).toMatchObject({
    code: 2,
    output: expect.stringContaining(difference),
    errors: expect.stringContaining('Not moved: the audit finds differences'),
  })
  expect(await command({ ...env, PORT: '0' })).toMatchObject({ code: 1 })
  expect(await command(env, 'move', '--cancel')).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^The move is cancelled/),
    errors: '',
  })
  await startOwn({ dataDir })
})

describe('a backup', () => {
  it('of a store in use holds every claim acknowledged before, and a server goes on from it', async () => {
    const server = await startOwn({})
    const dropId = await createDrop(server)
    const uploaded = await upload(server)
    const claiming = keepClaiming(server, dropId)
    await eventually(
      async () => claiming.acknowledged.size,
      (size) => size > 100,
    )
    const before = new Set(claiming.acknowledged)
    const backup = join(temporaryFolder(), 'dropkit.backup')
    const made = await command(
      { DATABASE_URL: server.databaseUrl, DATA_DIR: server.dataDir },
      'backup',
      backup,
    )
    expect(made).toMatchObject({ code: 0, errors: '' })
    expect(made.output).toContain('with 1 uploads')
    expect(made.output).toContain('does not contain the master key')
    expect(statSync(backup).mode & 0o077).toBe(0)
    await claiming.stop()
    await server.stop()

    const dataDir = join(temporaryFolder(), 'data')
    const restored = await command({ DATA_DIR: dataDir }, 'restore', backup)
    expect(restored).toMatchObject({ code: 0, errors: '' })
    expect(restored.output).toContain('no differences')
    expect(readdirSync(dataDir).toSorted()).toEqual(['dropkit.db', 'files'])

    const second = await startOwn({ dataDir })
    const wallets = await walletsOf(second, dropId)
    expect([...before].filter((wallet) => !wallets.has(wallet))).toEqual([])
    const answer = await fetch(`${second.url}${uploaded}`)
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(BYTES)
    await claimDrop(second, dropId, nthWallet(1_000_000))
    const after = await command({ DATA_DIR: dataDir }, 'audit', '--json')
    expect(JSON.parse(after.output)).toMatchObject({ differences: 0, claims: wallets.size + 1 })
  })

  it('is restored into a folder of uploads that is a link to another file system', async () => {
    const server = await startOwn({})
    await upload(server)
    const folder = temporaryFolder()
    await command({ DATA_DIR: server.dataDir }, 'backup', join(folder, 'backup'))
    const [dataDir, disk] = [join(folder, 'data'), join(folder, 'disk')]
    mkdirSync(dataDir)
    mkdirSync(join(disk, 'lost+found'), { recursive: true })
    symlinkSync(disk, join(dataDir, 'files'))
    const restored = await command({ DATA_DIR: dataDir }, 'restore', join(folder, 'backup'))
    expect(restored).toMatchObject({ code: 0, errors: '' })
    expect(readdirSync(disk)).toEqual([expect.stringMatching(/^[0-9a-f]{2}$/), 'lost+found'])
    expect(lstatSync(join(dataDir, 'files')).isSymbolicLink()).toBe(true)
    rmSync(join(dataDir, 'dropkit.db'))
    const again = await command({ DATA_DIR: dataDir }, 'restore', join(folder, 'backup'))
    expect(again.errors).toContain('files already contains uploads')
  })

  it('of an earlier release is restored with the tables of this one', async () => {
    const server = await startOwn({})
    const dropId = await createDrop(server)
    await claimDrop(server, dropId, nthWallet(1))
    const backup = join(temporaryFolder(), 'dropkit.backup')
    await command({ DATA_DIR: server.dataDir }, 'backup', backup)
    const { DatabaseSync } = await import('node:sqlite')
    const earlier = new DatabaseSync(backup)
    earlier.exec(`drop index sessions_of_user; delete from migrations where name = '0050-sessions-of-user'`)
    earlier.close()
    const dataDir = join(temporaryFolder(), 'data')
    const restored = await command({ DATA_DIR: dataDir }, 'restore', backup)
    expect(restored).toMatchObject({ code: 0, errors: '' })
    expect(restored.output).toContain('no differences')
    expect(readdirSync(dataDir)).toEqual(['dropkit.db'])
    expect(await command({ DATA_DIR: dataDir }, 'audit')).toMatchObject({ code: 0 })
  })

  it('overwrites nothing unless requested, and is restored only into an empty place', async () => {
    const folder = temporaryFolder()
    const server = await startOwn({ dataDir: join(folder, 'data') })
    await createDrop(server)
    const env = { DATA_DIR: server.dataDir }
    const backup = join(folder, 'dropkit.backup')
    writeFileSync(backup, 'something else')
    expect(await command(env, 'backup', backup)).toMatchObject({ code: 2 })
    expect(readFileSync(backup, 'utf8')).toBe('something else')
    expect(await command(env, 'backup', backup, '--overwrite')).toMatchObject({ code: 0 })
    const nowhere = await command(env, 'backup', join(folder, 'no-folder', 'dropkit.backup'))
    expect(nowhere).toMatchObject({ code: 2, errors: `There is no folder ${join(folder, 'no-folder')}\n` })
    const refused = await command(env, 'restore', backup)
    expect(refused.code).toBe(2)
    expect(refused.errors).toMatch(/Nothing was restored: .*dropkit\.db already exists, and may be in use/)
    expect(readdirSync(folder).toSorted()).toEqual(['data', 'dropkit.backup'])
  })

  it('is written to a file and read from a file, not a folder', async () => {
    const folder = temporaryFolder()
    const server = await startOwn({})
    const env = { DATA_DIR: server.dataDir }
    for (const options of [[], ['--overwrite']])
      expect(await command(env, 'backup', folder, ...options)).toEqual({
        code: 2,
        output: '',
        errors: `${folder} is not a file. Name the file that the backup is written to.\n`,
      })
    expect(await command({ DATA_DIR: join(folder, 'data') }, 'restore', folder)).toEqual({
      code: 2,
      output: '',
      errors: `${folder} is not a file, so it is no backup\n`,
    })
    expect(readdirSync(folder)).toEqual([])
  })

  it('never replaces the live store', async () => {
    const server = await startOwn({})
    await createDrop(server)
    const env = { MASTER_KEY: '', DATA_DIR: server.dataDir }
    writeFileSync(join(server.dataDir, 'master.key'), `${MASTER_KEY}\n`, { mode: 0o600 })
    symlinkSync(join(server.dataDir, 'dropkit.db'), join(server.dataDir, 'link'))
    const linked = { ...env, DATABASE_URL: `sqlite:${join(server.dataDir, 'link')}` }
    for (const [name, settings] of [
      ['dropkit.db', env],
      ['dropkit.db-wal', env],
      ['dropkit.db-wal', linked],
      ['master.key', env],
      ['link', env],
    ] as const) {
      const refused = await command(settings, 'backup', join(server.dataDir, name), '--overwrite')
      expect(refused, name).toMatchObject({
        code: 2,
        errors: expect.stringContaining('is part of the store'),
      })
    }
    expect(readFileSync(join(server.dataDir, 'master.key'), 'utf8').trim()).toBe(MASTER_KEY)
    expect(await command(env, 'audit')).toMatchObject({ code: 0 })
  })

  it('includes the master key only on request, and reports it', async () => {
    const folder = temporaryFolder()
    const server = await startOwn({})
    await createDrop(server, { tokenAmount: '0', supply: 5, maxAmount: '100' })
    const env = { DATABASE_URL: server.databaseUrl, DATA_DIR: server.dataDir }
    const [without, withKey] = [join(folder, 'without'), join(folder, 'with')]
    const made = await command(env, 'backup', without)
    expect(made.output).toContain(`(MASTER_KEY, or ${join(server.dataDir, 'master.key')})`)
    const keyless = await command({ ...env, MASTER_KEY: 'b8'.repeat(32) }, 'backup', join(folder, 'keyless'))
    expect(keyless.output).toContain('the settings contain it neither in MASTER_KEY nor in DATA_DIR')
    expect((await command(env, 'backup', withKey, '--with-key')).output).toContain('WITH the master key')
    expect(readFileSync(without).includes(MASTER_KEY)).toBe(false)
    const [bare, whole] = [join(folder, 'bare'), join(folder, 'whole')]
    const alone = await command({ MASTER_KEY: '', DATA_DIR: bare }, 'restore', without)
    expect(alone.output).toMatch(/NOT CHECKED: the draws of 1 .*WITHOUT a master key/s)
    const together = await command({ MASTER_KEY: '', DATA_DIR: whole }, 'restore', withKey)
    expect(together).toMatchObject({ code: 0, errors: '' })
    expect(together.output).toContain('every draw of 1 random drops was recomputed')
    expect(readFileSync(join(whole, 'master.key'), 'utf8').trim()).toBe(MASTER_KEY)
    expect(readFileSync(join(whole, 'dropkit.db')).includes(MASTER_KEY)).toBe(false)
  })

  it('that was restored without its master key is refused until the key is there, and gets no other key', async () => {
    const folder = temporaryFolder()
    const server = await startOwn({})
    const settings = { MASTER_KEY: '', DATA_DIR: join(folder, 'data') }
    const [without, withKey] = [join(folder, 'without'), join(folder, 'with')]
    await command({ DATA_DIR: server.dataDir }, 'backup', without)
    await command({ DATA_DIR: server.dataDir }, 'backup', withKey, '--with-key')
    expect(await command(settings, 'restore', without)).toMatchObject({ code: 0 })
    const path = join(settings.DATA_DIR, 'master.key')
    const id = masterKeyId(Buffer.from(MASTER_KEY, 'hex'))
    const words = `This store needs the master key with id ${id}: put it into MASTER_KEY or ${path}\n`
    for (const line of [[], ['apikey', 'create', '--username', 'ann'], ['master-key', 'check']])
      expect(await command(settings, ...line), line.join(' ')).toMatchObject({ code: 1, errors: words })
    expect(existsSync(path)).toBe(false)
    rmSync(join(settings.DATA_DIR, 'dropkit.db'))
    expect(await command(settings, 'restore', withKey)).toMatchObject({ code: 0, errors: '' })
    expect(readFileSync(path, 'utf8').trim()).toBe(MASTER_KEY)
  })

  it('that everyone may read, and no one may write, is restored for its owner only', async () => {
    const server = await startOwn({})
    const backup = join(temporaryFolder(), 'backup')
    await command({ DATABASE_URL: server.databaseUrl, DATA_DIR: server.dataDir }, 'backup', backup)
    chmodSync(backup, 0o444)
    const dataDir = temporaryFolder()
    expect(await command({ DATA_DIR: dataDir }, 'restore', backup)).toMatchObject({ code: 0, errors: '' })
    expect(statSync(join(dataDir, 'dropkit.db')).mode & 0o777).toBe(0o600)
  })

  it('that is damaged, or of a store that is wrong, is not restored, and leaves nothing behind', async () => {
    const folder = temporaryFolder()
    const server = await startOwn({})
    const dropId = await createDrop(server)
    await claimDrop(server, dropId, nthWallet(1))
    const env = { DATABASE_URL: server.databaseUrl, DATA_DIR: server.dataDir }
    const backup = join(folder, 'backup')
    await command(env, 'backup', backup)
    const bytes = readFileSync(backup)
    writeFileSync(join(folder, 'damaged'), bytes.fill(0xff, 8_192, 40_960))
    const damaged = await command({ DATA_DIR: join(folder, 'first') }, 'restore', join(folder, 'damaged'))
    expect(damaged.code).toBe(2)
    expect(damaged.errors).toContain('Nothing was restored')
    const { DatabaseSync } = await import('node:sqlite')
    const database = new DatabaseSync(backup)
    database.exec('update drops set reserved_count = 0')
    database.close()
    const wrong = await command({ DATA_DIR: join(folder, 'second') }, 'restore', backup)
    expect(wrong.code).toBe(2)
    expect(wrong.output).toContain('reservedCount is 0, should be 1')
    for (const name of ['first', 'second']) expect(readdirSync(join(folder, name))).toEqual([])
    const accepted = await command(
      { DATA_DIR: join(folder, 'second') },
      'restore',
      backup,
      '--accept-differences',
    )
    expect(accepted.code).toBe(0)
    expect(existsSync(join(folder, 'second', 'dropkit.db'))).toBe(true)
  })

  it.each(['backup', 'restore'])('of a store on Postgres is left to its own tools: %s', async (verb) => {
    const asked = await command({ DATABASE_URL: 'postgres://unknown@127.0.0.1:1/none' }, verb, 'nowhere')
    expect(asked.code).toBe(2)
    expect(asked.errors).toContain('pg_dump --format=custom')
    expect(asked.errors).toContain('pg_restore')
  })
})

import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { cpus, release, totalmem, type } from 'node:os'
import { fileURLToPath } from 'node:url'
import { withClient } from '../../../test/support/postgres-client.ts'

/** The machine and the software of a run. */
export interface Machine {
  readonly cpu: string
  readonly cores: number
  readonly memoryGb: number
  readonly system: string
  readonly versions: Readonly<Record<string, string>>
  /** Postgres settings that affect durability. `synchronous_commit` is on in each database of the bench. */
  readonly postgres: Readonly<Record<string, string>>
  /** The commit of the sources, with a plus if there are uncommitted changes. */
  readonly commit: string | null
}

const root = fileURLToPath(new URL('../../..', import.meta.url))

const dependencies = (folder: string): Readonly<Record<string, string>> =>
  JSON.parse(readFileSync(`${root}/${folder}/package.json`, 'utf8')).dependencies

const git = (...what: string[]): string | null => {
  const { status, stdout } = spawnSync('git', what, { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : null
}

/** The version of the SQLite that the server uses, which is not the one in Node. */
const sqliteVersion = (): string => {
  const Database = createRequire(`${root}/packages/adapter-storage/package.json`)('better-sqlite3')
  const database = new Database(':memory:')
  const { version } = database.prepare('select sqlite_version() as version').get()
  database.close()
  return version
}

const postgresSettings = (url: string): Promise<Readonly<Record<string, string>>> =>
  withClient(url, async (client) => {
    const names = ['server_version', 'fsync', 'full_page_writes', 'wal_sync_method', 'shared_buffers']
    const { rows } = await client.query<{ name: string; setting: string }>(
      'select name, current_setting(name) as setting from unnest($1::text[]) as name',
      [names],
    )
    return Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))
  })

export const lookAtMachine = async (postgresUrl: string): Promise<Machine> => {
  const { postgraphile = '', mercurius = '', knex = '' } = dependencies('bench')
  const postgres = await postgresSettings(postgresUrl)
  const commit = git('rev-parse', '--short=10', 'HEAD')
  return {
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    system: `${type()} ${release()}`,
    versions: {
      node: process.versions.node,
      sqlite: sqliteVersion(),
      postgres: postgres['server_version'] ?? 'unknown',
      postgraphile,
      mercurius,
      knex,
    },
    postgres,
    commit: commit === null ? null : `${commit}${git('status', '--porcelain') === '' ? '' : '+'}`,
  }
}

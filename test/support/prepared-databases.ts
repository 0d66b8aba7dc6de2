// Databases with the tables in them. They are made once per vitest run and copied, because to make the tables takes ten times
// as long as a copy.
import { join } from 'node:path'
import { openSqlStorage } from '@dropkit/adapter-storage'
import { startPostgres } from './postgres.ts'
import { runFolder, sharedInRun } from './test-run.ts'

const makeTables = async (url: string): Promise<void> => (await openSqlStorage({ url })).close()

/** The path of a file to copy. */
export const sqliteTemplate = (): Promise<string> =>
  sharedInRun('sqlite-template', async () => {
    const path = join(runFolder() ?? '', 'template.db')
    await makeTables(`sqlite:${path}`)
    return path
  })

/** The name of a database for `createDatabase`. */
export const postgresTemplate = (): Promise<string> =>
  sharedInRun('postgres-template', async () => {
    const { url } = await (await startPostgres()).createDatabase()
    await makeTables(url)
    return new URL(url).pathname.slice(1)
  })

/** Creates a Postgres database with the tables in it. */
export const createPostgresDatabase = async () =>
  (await startPostgres()).createDatabase({ template: await postgresTemplate() })

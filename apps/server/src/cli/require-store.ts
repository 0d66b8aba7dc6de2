import { existsSync } from 'node:fs'
import { sqlitePathOf } from '@dropkit/adapter-storage'
import { StartUpError } from '../start-up-error.ts'

/**
 * Throws if the store does not exist. Commands that read a store must not create an empty one, because it would look as if
 * all is well. Only files are checked here; a missing store on Postgres is found when it is opened.
 */
export function requireStore({ databaseUrl }: { readonly databaseUrl: string }): void {
  const path = sqlitePathOf(databaseUrl)
  if (path !== undefined && !existsSync(path))
    throw new StartUpError(`There is no store at ${path} (DATABASE_URL, DATA_DIR)`)
}

import { existsSync } from 'node:fs'
import { sqlitePathOf } from '@dropkit/adapter-storage'
import { StartUpFault } from '../start-up-fault.ts'

/**
 * For commands about what a store holds: where none is they make none, since an empty one would answer that all is
 * well. Whether Postgres has one is found when it is opened.
 */
export function requireStore({ databaseUrl }: { readonly databaseUrl: string }): void {
  const path = sqlitePathOf(databaseUrl)
  if (path !== undefined && !existsSync(path))
    throw new StartUpFault(`There is no store at ${path} (DATABASE_URL, DATA_DIR)`)
}

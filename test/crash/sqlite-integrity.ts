import { DatabaseSync } from 'node:sqlite'

/** What SQLite itself finds wrong with a file, its indexes and its references. Nobody else may be using it. */
export const integrityFaults = (path: string): string[] => {
  const database = new DatabaseSync(path)
  try {
    const found = database
      .prepare('pragma integrity_check')
      .all()
      .map((row) => String(row['integrity_check']))
    const broken = database
      .prepare('pragma foreign_key_check')
      .all()
      .map((row) => `a reference from ${row['table']}`)
    return [...found.filter((line) => line !== 'ok'), ...broken]
  } finally {
    database.close()
  }
}

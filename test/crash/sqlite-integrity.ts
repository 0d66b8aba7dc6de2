import { DatabaseSync } from 'node:sqlite'

/** The errors that SQLite itself finds in a file, its indexes and its references. No other process may use the file. */
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

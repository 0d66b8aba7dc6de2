import type { Row } from '../database.ts'

/** Makes records of rows, and of the same rows the same records: those who share a read share what is made of it. */
export function sharingRecords<Kept>(
  make: (rows: readonly Row[]) => readonly Kept[],
): (rows: readonly Row[]) => readonly Kept[] {
  const made = new WeakMap<readonly Row[], readonly Kept[]>()
  return (rows) => {
    const known = made.get(rows) ?? make(rows)
    made.set(rows, known)
    return known
  }
}

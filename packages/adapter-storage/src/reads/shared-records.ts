import type { Row } from '../database.ts'

/**
 * Converts rows to records, and returns the same records for the same rows, so that callers that share a read share its
 * records.
 */
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

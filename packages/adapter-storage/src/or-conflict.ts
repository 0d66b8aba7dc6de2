import { err, ok, type Result, type UniqueConflict } from '@dropkit/core'
import { UniqueViolation } from './store-unavailable.ts'

/** Returns a unique conflict as an error result instead of throwing it. */
export async function orConflict<T>(committed: Promise<T>): Promise<Result<T, UniqueConflict>> {
  try {
    return ok(await committed)
  } catch (cause) {
    if (cause instanceof UniqueViolation) return err({ kind: 'unique_conflict', field: cause.field })
    throw cause
  }
}

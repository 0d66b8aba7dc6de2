// Reads the transactions that a store holds for a drop, directly from its table.
import { readSnapshot } from './snapshot.ts'

export type SentRow = {
  readonly purpose: string
  readonly digest: string
  readonly bytes: string
  readonly state: string
}

/** In the order in which they were stored. */
export const readSent = (databaseUrl: string, dropId: string): Promise<readonly SentRow[]> =>
  readSnapshot(databaseUrl, async (query) =>
    (
      await query(
        'select purpose, digest, bytes, state from chain_transactions where drop_id = $1 order by id',
        dropId,
      )
    ).map((row) => ({
      purpose: String(row['purpose']),
      digest: String(row['digest']),
      bytes: String(row['bytes']),
      state: String(row['state']),
    })),
  )

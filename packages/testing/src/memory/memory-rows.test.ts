import { describe, test } from 'vitest'
import { runLedgerModel } from '../model/run-ledger-model.ts'
import { createMemoryAudit } from './memory-audit.ts'
import type { MemoryRow } from './memory-rows.ts'
import { createMemoryState } from './memory-state.ts'
import { createMemoryStore } from './memory-store.ts'

describe('a state that starts with the rows of another', () => {
  test('is independent of the other’s later changes', () =>
    runLedgerModel(
      async () => {
        const kept = new Map<string, MemoryRow>()
        const onRow = (row: MemoryRow): void => {
          const key = `${row.collection} ${row.key}`
          if (row.value === undefined) kept.delete(key)
          else kept.set(key, row)
        }
        const reread = () => createMemoryState({ rows: kept.values(), onRow })
        return {
          open: async () => createMemoryStore({ state: reread() }),
          audit: { atOneMoment: (...asked) => createMemoryAudit(reread()).atOneMoment(...asked) },
          destroy: async () => undefined,
        }
      },
      { numRuns: 60 },
    ))
})

import { readConfigureGlobal } from 'fast-check'
import { describe, test } from 'vitest'
import { createMemoryAudit } from '../memory/memory-audit.ts'
import { createMemoryState } from '../memory/memory-state.ts'
import { createMemoryStore } from '../memory/memory-store.ts'
import { runLedgerModel } from './run-ledger-model.ts'

// A run takes about 20 ms. Set `PROPERTY_RUNS` for more runs.
const numRuns = Math.ceil((readConfigureGlobal().numRuns ?? 500) / 2)

describe('the ledger in memory', () => {
  test('equals the model, for any sequence of commands', async () => {
    await runLedgerModel(
      async () => {
        const state = createMemoryState()
        return {
          audit: createMemoryAudit(state),
          open: async () => createMemoryStore({ state, decidesTwice: true }),
          destroy: async () => undefined,
        }
      },
      { numRuns },
    )
  }, 600_000)
})

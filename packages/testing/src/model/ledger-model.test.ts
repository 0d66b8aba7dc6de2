import { amountOf, type ChangeSet, type DropState, type Store } from '@dropkit/core'
import { readConfigureGlobal } from 'fast-check'
import { describe, expect, test } from 'vitest'
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

// Errors that a review of the money code found, planted again one at a time by a wrapped store. The ledger model must
// detect each.

interface PlantedFault {
  readonly name: string
  readonly put: (store: Store) => Store
}

/** A store that shows decisions another state than the locked one, or writes something else than was decided. */
const changing = (
  store: Store,
  {
    show = (dropState) => dropState,
    write = (change) => change,
  }: {
    readonly show?: (dropState: DropState) => DropState
    readonly write?: (change: ChangeSet) => ChangeSet
  },
): Store => ({
  ...store,
  create: (change) => store.create({ ...change, ...write(change) }),
  changeDrop: (dropId, query, decide) =>
    store.changeDrop(dropId, query, (dropState) => {
      const change = decide(dropState && show(dropState))
      return { ...change, ...write(change) }
    }),
})

/** A store that inserts other records than were decided. */
const inserting = (
  store: Store,
  replace: (records: NonNullable<ChangeSet['insert']>) => ChangeSet['insert'],
): Store =>
  changing(store, {
    write: ({ insert = {}, ...change }) => ({ ...change, insert: { ...insert, ...replace(insert) } }),
  })

const isDelivery = ({ purpose }: { readonly purpose: { readonly kind: string } }): boolean =>
  purpose.kind === 'deliver_claims'

const FAULTS: readonly PlantedFault[] = [
  {
    name: 'the clean-up of a cancelled drop refunds claims whose delivery is on its way',
    put: (store) =>
      changing(store, {
        show: (dropState) => ({
          ...dropState,
          openTransactions: dropState.openTransactions.filter((each) => !isDelivery(each)),
        }),
      }),
  },
  {
    name: 'a refund that cannot be sent at once has failed for good',
    put: (store) =>
      inserting(store, ({ refunds = [] }) => ({
        refunds: refunds.map((refund) => ({ ...refund, state: { kind: 'FAILED', reason: 'a gas race' } })),
      })),
  },
  {
    name: 'a payment from another wallet is returned in part',
    put: (store) =>
      inserting(store, ({ refunds = [] }) => ({
        refunds: refunds.map((refund) => ({ ...refund, amount: amountOf(refund.amount / 2n) })),
      })),
  },
  {
    name: 'the value of sold items changes while the drop has no price',
    put: (store) => changing(store, { show: (dropState) => ({ ...dropState, hasMoney: false }) }),
  },
  {
    name: 'a payment that matches no order is not kept',
    put: (store) => inserting(store, () => ({ unmatchedPayments: [] })),
  },
  {
    name: 'the second transfer of a transaction is lost',
    put: (store) =>
      inserting(store, ({ usedPayments = [], unmatchedPayments = [] }) => ({
        usedPayments: usedPayments.filter(({ index }) => index === 0),
        unmatchedPayments: unmatchedPayments.filter(({ index }) => index === 0),
      })),
  },
  {
    name: 'a paid random drop answers each call with the first claim',
    put: (store) =>
      inserting(store, ({ claims = [] }) => {
        const [first, ...more] = claims
        const isRepeat = first !== undefined && first.cost > 0n && first.sequence > 1
        return { claims: isRepeat ? more : claims }
      }),
  },
]

for (const { name, put } of FAULTS) {
  test(`the ledger model notices that ${name}`, async () => {
    const run = runLedgerModel(
      async () => {
        const storage = createMemoryStore({ decidesTwice: true })
        return {
          open: async () => ({ ...storage, store: put(storage.store) }),
          destroy: async () => undefined,
        }
      },
      // The rarest of these errors occurs in one of about 250 runs.
      { numRuns: 4_000, endOnFailure: true },
    )
    await expect(run).rejects.toThrow()
  })
}

import { createDropkit } from '@dropkit/core'
import { transferKey } from '@dropkit/core/internal'
import type { PlantedBug } from '../planted-bug.ts'
import { showing, writing } from './queue-bugs.ts'

const refundsOutsideTheLock: PlantedBug = {
  name: 'refunds-outside-the-lock',
  what: 'what can be refunded is worked out before the lock is held',
  put: () => ({
    assemble(ports, settings) {
      const sound = createDropkit(ports, settings)
      const store = showing(
        ports.store,
        () => true,
        (_pool, early) => early,
      )
      const hasty = createDropkit({ ...ports, store }, settings)
      return {
        ...sound,
        processRefund: hasty.processRefund,
        withLease: (lease) => ({
          ...sound.withLease(lease),
          processRefund: hasty.withLease(lease).processRefund,
        }),
      }
    },
  }),
}

const keepsTheHold: PlantedBug = {
  name: 'keeps-the-hold',
  what: 'an intent that runs out does not give its items back to the drop',
  put: () => ({
    storage: (storage) =>
      writing(storage, (change) => {
        const hasExpired =
          change.update?.paymentIntents?.some(({ state }) => state.kind === 'EXPIRED') === true
        return hasExpired ? { ...change, update: { ...change.update, drops: [] } } : change
      }),
  }),
}

const settlesTwice: PlantedBug = {
  name: 'settles-twice',
  what: 'two that find the same payment both count it',
  put: () => ({
    ports: (ports) => ({
      ...ports,
      store: {
        ...showing(
          ports.store,
          ({ intentIds, sequences }) => intentIds !== undefined && sequences === undefined,
          (dropState, { intents }) => ({ ...dropState, intents }),
        ),
        usesOf: async () => new Map(),
      },
    }),
    storage: (storage) =>
      writing(storage, (change) => {
        for (const used of change.insert?.usedPayments ?? [])
          storage.state.usedPayments.delete(transferKey(used))
        return change
      }),
  }),
}

const notesEffectsApart: PlantedBug = {
  name: 'notes-effects-apart',
  what: 'what a request with an Idempotency-Key does is not noted in the transaction that does it',
  put: () => ({
    storage(storage) {
      const broken = writing(storage, (change) => ({ ...change, idempotency: [] }))
      const { create } = storage.store
      return {
        ...broken,
        store: { ...broken.store, create: (change) => create({ ...change, idempotency: [] }) },
      }
    },
  }),
}

export const moneyBugs: readonly PlantedBug[] = [
  refundsOutsideTheLock,
  keepsTheHold,
  settlesTwice,
  notesEffectsApart,
]

import { amountOf, type Claim, createDropkit, idOfClaim, ok, transferKey } from '@dropkit/core'
import type { PlantedBug } from './planted-bugs.ts'
import { inPort, isOfClaims, showing, writing } from './queue-bugs.ts'

const answersBeforeCommit: PlantedBug = {
  name: 'answers-before-commit',
  what: 'the queue grants a claim and writes it afterwards',
  put: inPort('store', (store) => ({
    async changeDrop(dropId, query, decide) {
      if (!isOfClaims(query)) return store.changeDrop(dropId, query, decide)
      const { result } = decide(await store.dropState(dropId, query))
      void store.changeDrop(dropId, query, decide).catch(() => undefined)
      return ok(result)
    },
  })),
}

const forgetsTheCounters: PlantedBug = {
  name: 'forgets-the-counters',
  what: 'a transaction that writes claims loses, now and then, its second write',
  put() {
    let count = 0
    return {
      storage: (storage) =>
        writing(storage, (change) => {
          const isHit = (change.insert?.claims ?? []).length > 0 && ++count % 5 === 0
          return isHit ? { ...change, update: { ...change.update, drops: [] } } : change
        }),
    }
  },
}

const walletStatesBeforeTheLock: PlantedBug = {
  name: 'wallet-states-before-the-lock',
  what: 'what a wallet has claimed is read before the lock is held',
  put: () => ({
    ports: (ports) => ({
      ...ports,
      store: showing(ports.store, isOfClaims, (dropState, { walletStates }) => ({
        ...dropState,
        walletStates,
      })),
    }),
  }),
}

const countsARepeat: PlantedBug = {
  name: 'counts-a-repeat',
  what: 'a wallet that asks again is counted again',
  put: () => ({
    storage: (storage) =>
      writing(storage, (change, dropState) => {
        const isRepeat =
          change.insert?.claims?.length === 0 &&
          [...(dropState?.walletStates.values() ?? [])].some(({ live }) => live.length > 0)
        if (!dropState || !isRepeat) return change
        const { drop } = dropState
        const tally = { ...drop.tally, reservedCount: drop.tally.reservedCount + 1 }
        return { ...change, update: { ...change.update, drops: [{ ...drop, tally }] } }
      }),
  }),
}

const forgetsItsFirstTry: PlantedBug = {
  name: 'forgets-its-first-try',
  what: 'claims whose commit was not answered are decided again as if nothing had been committed',
  // Five of 1,500 seeds find it: a commit without an answer and a repetition on another server must meet.
  mostSeeds: 300,
  put: () => ({
    storage: (storage) =>
      writing(storage, (change) => {
        const { idempotencyRecords: records } = storage.state
        for (const { lease } of change.idempotency ?? []) {
          const key = `${lease.userId} ${lease.key}`
          const record = records.get(key)
          if (record) records.set(key, { ...record, effect: null })
        }
        return change
      }),
    ports: (ports) => ({
      ...ports,
      store: showing(
        ports.store,
        (query) => isOfClaims(query) && query.sequences !== undefined,
        (dropState) => ({ ...dropState, claims: new Map() }),
      ),
    }),
  }),
}

const releasesTwice: PlantedBug = {
  name: 'releases-twice',
  what: 'a voucher that has run out is given back again when it is looked at again',
  put() {
    const released = new Map<string, Claim>()
    return {
      storage: (storage) => ({
        ...storage,
        store: {
          ...showing(
            storage.store,
            ({ sequences }) => sequences !== undefined,
            (dropState) => ({
              ...dropState,
              claims: new Map(
                [...dropState.claims].map(([sequence, claim]) => {
                  const before = released.get(idOfClaim(claim))
                  return [sequence, claim.state.kind === 'EXPIRED' && before ? before : claim]
                }),
              ),
            }),
          ),
          async expiredVouchers(dropId, before, limit) {
            const earlier = [...released.values()].filter((claim) => claim.dropId === dropId)
            const due = await storage.store.expiredVouchers(dropId, before, limit)
            for (const claim of due) released.set(idOfClaim(claim), claim)
            return [
              ...earlier.filter((claim) => !due.some(({ sequence }) => sequence === claim.sequence)),
              ...due,
            ]
          },
        },
      }),
    }
  },
}

const losesConfirmations: PlantedBug = {
  name: 'loses-confirmations',
  what: 'every third confirmation is written without its event',
  put() {
    let count = 0
    return {
      storage: (storage) =>
        writing(storage, (change) => {
          const isConfirmation =
            change.update?.claims?.some(({ state }) => state.kind === 'CONFIRMED') === true
          return isConfirmation && ++count % 3 === 0 ? { ...change, events: [] } : change
        }),
    }
  },
}

const drawsFromAnotherSeed: PlantedBug = {
  name: 'draws-from-another-seed',
  what: 'a server that has not made a drop itself, or has been restarted since, draws from a seed of its own',
  put: () => ({
    ports(ports) {
      const known = new Set<string>()
      return {
        ...ports,
        secrets: {
          seal(bytes, purpose) {
            known.add(purpose)
            return ports.secrets.seal(bytes, purpose)
          },
          open(sealed, purpose) {
            const bytes = ports.secrets.open(sealed, purpose)
            return purpose.startsWith('seed of') && !known.has(purpose) ? bytes.toReversed() : bytes
          },
        },
      }
    },
  }),
}

const believesEveryWallet: PlantedBug = {
  name: 'believes-every-wallet',
  what: 'the facts that gating rules ask the chain for are those of a wallet that holds everything',
  put: inPort('chain', () => ({
    balances: async (_coinType, owners) => ok(new Map(owners.map((owner) => [owner, amountOf(1_000_000n)]))),
    ownedObjects: async (_type, owners) => ok(new Map(owners.map((owner) => [owner, 9]))),
  })),
}

export const claimBugs: readonly PlantedBug[] = [
  believesEveryWallet,
  answersBeforeCommit,
  forgetsTheCounters,
  walletStatesBeforeTheLock,
  countsARepeat,
  forgetsItsFirstTry,
  releasesTwice,
  losesConfirmations,
  drawsFromAnotherSeed,
]

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
  mostSeeds: 300,
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

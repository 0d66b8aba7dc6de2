import { amountOf, type Claim, idOfClaim, ok } from '@dropkit/core'
import type { PlantedBug } from '../planted-bug.ts'
import { isOfClaims, showing, writing } from './queue-bugs.ts'

const answersBeforeCommit: PlantedBug = {
  name: 'answers-before-commit',
  what: 'the queue grants a claim and writes it afterwards',
  put: () => ({
    ports: (ports) => ({
      ...ports,
      store: {
        ...ports.store,
        async changeDrop(dropId, query, decide) {
          if (!isOfClaims(query)) return ports.store.changeDrop(dropId, query, decide)
          const { result } = decide(await ports.store.dropState(dropId, query))
          void ports.store.changeDrop(dropId, query, decide).catch(() => undefined)
          return ok(result)
        },
      },
    }),
  }),
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
  put: () => ({
    ports: (ports) => ({
      ...ports,
      chain: {
        ...ports.chain,
        balances: async (_coinType, owners) =>
          ok(new Map(owners.map((owner) => [owner, amountOf(1_000_000n)]))),
        ownedObjects: async (_type, owners) => ok(new Map(owners.map((owner) => [owner, 9]))),
      },
    }),
  }),
}

export const claimBugs: readonly PlantedBug[] = [
  believesEveryWallet,
  answersBeforeCommit,
  forgetsTheCounters,
  walletStatesBeforeTheLock,
  countsARepeat,
  releasesTwice,
  losesConfirmations,
  drawsFromAnotherSeed,
]

import { err, ok } from '@dropkit/core'
import type { PlantedBug } from './planted-bugs.ts'
import { inPort, writing } from './queue-bugs.ts'

const contractForgetsNonces: PlantedBug = {
  name: 'contract-forgets-nonces',
  what: 'a vault pays the same voucher as often as it is brought',
  put: () => ({
    chain(chain) {
      const forget = () => {
        const { vaults } = chain.state.ledger
        for (const [id, vault] of vaults) vaults.set(id, { ...vault, used: new Set() })
      }
      return {
        ...chain,
        wallet: {
          ...chain.wallet,
          claim(voucher) {
            forget()
            return chain.wallet.claim(voucher)
          },
        },
      }
    },
  }),
}

const takesUnseenForUnused: PlantedBug = {
  name: 'takes-unseen-for-unused',
  what: 'a voucher is given back by the clock, whatever the chain has seen of it',
  put: inPort('chain', () => ({
    usedNonces: async () => ok({ chainTime: Number.MAX_SAFE_INTEGER, used: new Set<number>() }),
  })),
}

const givesUpTooSoon: PlantedBug = {
  name: 'gives-up-too-soon',
  what: 'a transaction that the chain does not show at once is taken for lost, and another one is made',
  // It shows only if both transactions of a refund or payout take effect late: in one seed of 70.
  mostSeeds: 300,
  put: inPort('chain', (chain) => ({
    async outcome(txHash) {
      const outcome = await chain.outcome(txHash)
      const isAbsent = outcome.ok && outcome.value.kind === 'absent'
      return isAbsent ? ok({ kind: 'absent', chainTime: Number.MAX_SAFE_INTEGER }) : outcome
    },
  })),
}

/** The time of the simulated chain may be this much behind. */
const MOST_BEHIND_MS = 3_000

const takesTimeOfOtherNode: PlantedBug = {
  name: 'takes-time-of-other-node',
  what: 'the answer of a node that is behind is taken for one of now, and a voucher that was paid is given back',
  mostSeeds: 400,
  put: inPort('chain', (chain, ports) => ({
    async usedNonces(dropObjectId, nonces) {
      const answer = await chain.usedNonces(dropObjectId, nonces)
      const { used } = answer.ok ? answer.value : {}
      return used == null ? answer : ok({ chainTime: ports.clock.now() - MOST_BEHIND_MS, used })
    },
  })),
}

const waitsForever: PlantedBug = {
  name: 'waits-forever',
  what: 'a permanent refusal is taken for a temporary one, and the end of a drop waits for a delivery that never succeeds',
  put: inPort('chain', (chain) => ({
    async prepare(action) {
      const prepared = await chain.prepare(action)
      const isRefused = !prepared.ok && prepared.error.kind === 'not_possible'
      return isRefused ? err({ kind: 'not_possible', reason: prepared.error.reason }) : prepared
    },
  })),
}

const closesEarly: PlantedBug = {
  name: 'closes-early',
  what: 'the vault of a drop that was cancelled is closed while vouchers are out',
  put: () => ({
    storage: (storage) => ({
      ...storage,
      store: { ...storage.store, nextVoucherExpiry: async () => null },
    }),
  }),
}

export const chainBugs: readonly PlantedBug[] = [
  contractForgetsNonces,
  takesUnseenForUnused,
  givesUpTooSoon,
  takesTimeOfOtherNode,
  waitsForever,
  closesEarly,
]

const believesAFork: PlantedBug = {
  name: 'believes-a-fork',
  what: 'a server takes a round that the beacon has not signed',
  put: () => ({
    ports: (ports) => ({
      ...ports,
      beacon: ports.beacon && {
        ...ports.beacon,
        async round(number) {
          const answer = await ports.beacon?.round(number)
          if (!answer?.ok) return answer ?? { ok: false, error: { kind: 'unreachable', reason: 'none' } }
          return ok({ ...answer.value, signature: 'f0'.repeat(32) })
        },
      },
    }),
  }),
}

const losesEntries: PlantedBug = {
  name: 'loses-entries',
  what: 'a transaction that writes entries loses, now and then, the last of them',
  put() {
    let count = 0
    return {
      storage: (storage) =>
        writing(storage, (change) => {
          const lotteryEntries = change.insert?.lotteryEntries ?? []
          const isHit = lotteryEntries.length > 0 && ++count % 3 === 0
          return isHit
            ? { ...change, insert: { ...change.insert, lotteryEntries: lotteryEntries.slice(0, -1) } }
            : change
        }),
    }
  },
}

const admitsLateEntries: PlantedBug = {
  name: 'admits-late-entries',
  what: 'a wallet enters after the root is published',
  put: () => ({
    storage: (storage) => ({
      ...storage,
      store: {
        ...storage.store,
        changeDrop: (dropId, query, decide) =>
          storage.store.changeDrop(dropId, query, (dropState) => {
            const { lottery } = dropState?.drop ?? {}
            if (!dropState || !lottery || query.entriesOf === undefined) return decide(dropState)
            const open = {
              ...lottery,
              entriesCloseAt: Number.MAX_SAFE_INTEGER,
              draw: { kind: 'OPEN' } as const,
            }
            const change = decide({ ...dropState, drop: { ...dropState.drop, lottery: open } })
            const drops = (change.update?.drops ?? []).map((drop) => ({
              ...drop,
              lottery: { ...lottery, entries: drop.lottery?.entries ?? lottery.entries },
            }))
            return { ...change, update: { ...change.update, drops } }
          }),
      },
    }),
  }),
}

export const lotteryBugs: readonly PlantedBug[] = [believesAFork, losesEntries, admitsLateEntries]

import { ok } from '@dropkit/core'
import type { PlantedBug } from '../planted-bug.ts'

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
  put: () => ({
    ports: (ports) => ({
      ...ports,
      chain: {
        ...ports.chain,
        usedNonces: async () => ok({ chainTime: Number.MAX_SAFE_INTEGER, used: new Set<number>() }),
      },
    }),
  }),
}

const givesUpTooSoon: PlantedBug = {
  name: 'loses-patience',
  what: 'a transaction that the chain does not show at once is taken for lost, and another one is made',
  put: () => ({
    ports: (ports) => ({
      ...ports,
      chain: {
        ...ports.chain,
        async outcome(txHash) {
          const outcome = await ports.chain.outcome(txHash)
          const isAbsent = outcome.ok && outcome.value.kind === 'absent'
          return isAbsent ? ok({ kind: 'absent', chainTime: Number.MAX_SAFE_INTEGER }) : outcome
        },
      },
    }),
  }),
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
  closesEarly,
]

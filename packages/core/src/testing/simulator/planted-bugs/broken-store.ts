import type { Pool, PoolQuestion, Store } from '../../../ports/store.ts'
import type { MemoryStorage } from '../../memory/memory-store.ts'

type Written = Parameters<Store['create']>[0]

/** A store that writes something else than was decided on a drop. */
export const writing = (
  storage: MemoryStorage,
  rewrite: (change: Written, pool: Pool | null) => Written,
): MemoryStorage => ({
  ...storage,
  store: {
    ...storage.store,
    changeDrop: (dropId, question, decide) =>
      storage.store.changeDrop(dropId, question, (pool) => {
        const change = decide(pool)
        return { ...change, ...rewrite(change, pool) }
      }),
  },
})

/** A store that lets decisions see something else than what is locked; `early` is what was there before the lock. */
export const showing = (
  store: Store,
  isAsked: (question: PoolQuestion) => boolean,
  show: (pool: Pool, early: Pool) => Pool,
): Store => ({
  ...store,
  async changeDrop(dropId, question, decide) {
    if (!isAsked(question)) return store.changeDrop(dropId, question, decide)
    const early = await store.pool(dropId, question)
    return store.changeDrop(dropId, question, (pool) => decide(pool && early ? show(pool, early) : pool))
  },
})

/** Of a claim, not of a purchase. */
export const isOfClaims = ({ wallets, openIntentsOf }: PoolQuestion): boolean =>
  wallets !== undefined && openIntentsOf === undefined

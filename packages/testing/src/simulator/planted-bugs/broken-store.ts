import type { DropState, DropStateQuery, Store } from '@dropkit/core'
import type { MemoryStorage } from '../../memory/memory-store.ts'

type Written = Parameters<Store['create']>[0]

/** A store that writes something other than the decision on a drop. */
export const writing = (
  storage: MemoryStorage,
  rewrite: (change: Written, dropState: DropState | null) => Written,
): MemoryStorage => ({
  ...storage,
  store: {
    ...storage.store,
    changeDrop: (dropId, question, decide) =>
      storage.store.changeDrop(dropId, question, (dropState) => {
        const change = decide(dropState)
        return { ...change, ...rewrite(change, dropState) }
      }),
  },
})

/** A store that shows decisions something other than the locked state; `early` is the state before the lock. */
export const showing = (
  store: Store,
  isAsked: (question: DropStateQuery) => boolean,
  show: (dropState: DropState, early: DropState) => DropState,
): Store => ({
  ...store,
  async changeDrop(dropId, question, decide) {
    if (!isAsked(question)) return store.changeDrop(dropId, question, decide)
    const early = await store.dropState(dropId, question)
    return store.changeDrop(dropId, question, (dropState) =>
      decide(dropState && early ? show(dropState, early) : dropState),
    )
  },
})

/** Whether the query belongs to a claim, not to a purchase. */
export const isOfClaims = ({ wallets, openIntentsOf }: DropStateQuery): boolean =>
  wallets !== undefined && openIntentsOf === undefined

import { ok } from '@dropkit/core'
import type { PlantedBug } from '../planted-bug.ts'
import { writing } from './queue-bugs.ts'

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
        changeDrop: (dropId, question, decide) =>
          storage.store.changeDrop(dropId, question, (dropState) => {
            const { lottery } = dropState?.drop ?? {}
            if (!dropState || !lottery || question.entriesOf === undefined) return decide(dropState)
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

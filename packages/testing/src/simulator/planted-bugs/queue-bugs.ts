import type { DropState, DropStateQuery, Ports, Store } from '@dropkit/core'
import type { MemoryStorage } from '../../memory/memory-store.ts'
import type { PlantedBug } from './planted-bugs.ts'

/** Each of the two errors alone is harmless: a job may run twice, because it checks again under the drop's lock. */
const leasesDoNotHold: PlantedBug = {
  name: 'leases-do-not-hold',
  what: 'a job that a server works on is given to another server, which does not see what the first one sent',
  put: () => ({
    storage: (storage) => ({
      ...storage,
      store: {
        ...storage.store,
        changeDrop: (dropId, query, decide) =>
          storage.store.changeDrop(dropId, query, (dropState) => {
            const blind = decide(dropState && { ...dropState, openTransactions: [] })
            return blind.insert?.chainTransactions ? blind : decide(dropState)
          }),
      },
      jobs: {
        ...storage.jobs,
        // Each job goes to two servers at once, because only simultaneous runs send the same transaction twice.
        async take(now, leaseMs, limit, admission) {
          const { jobs } = storage.state
          const taken = await storage.jobs.take(now, leaseMs, limit, admission)
          for (const [key, row] of jobs)
            if (row.leasedUntil !== null) jobs.set(key, { ...row, leasedUntil: now })
          return [...taken, ...(await storage.jobs.take(now, leaseMs, limit, admission))]
        },
      },
    }),
  }),
}

const skipsEvents: PlantedBug = {
  name: 'skips-events',
  what: 'who hands events out to webhooks passes some of them over',
  put: () => ({
    storage: (storage) => ({
      ...storage,
      deliveries: {
        ...storage.deliveries,
        dispatch: (limit, choose) =>
          storage.deliveries.dispatch(limit, (event, webhooks) =>
            event.position % 7 === 0 ? [] : choose(event, webhooks),
          ),
      },
    }),
  }),
}

const readsAheadOfCommits: PlantedBug = {
  name: 'reads-ahead-of-commits',
  what: 'a reader of the log passes over an event that another transaction has not committed yet',
  put: inPort('store', (store) => ({
    async events(query) {
      const events = await store.events(query)
      return query.since === undefined ? events : events.filter(({ position }) => position % 9 !== 0)
    },
  })),
}

const takesSilenceForThanks: PlantedBug = {
  name: 'takes-silence-for-thanks',
  what: 'a webhook that the receiver has not answered counts as delivered',
  put: inPort('webhooks', (webhooks) => ({
    async send(message) {
      const answer = await webhooks.send(message)
      if (answer.kind !== 'failed') return answer
      return { kind: 'answered', statusCode: 200, retryAfterMs: null, durationMs: answer.durationMs }
    },
  })),
}

const numbersAttempts: PlantedBug = {
  name: 'numbers-attempts',
  what: 'a webhook has another id at each attempt',
  put() {
    let attempts = 0
    return {
      ports: (ports) => ({
        ...ports,
        webhooks: {
          ...ports.webhooks,
          send: (message) => ports.webhooks.send({ ...message, id: `${message.id}.${++attempts}` }),
        },
      }),
    }
  },
}

export const queueBugs: readonly PlantedBug[] = [
  leasesDoNotHold,
  skipsEvents,
  readsAheadOfCommits,
  takesSilenceForThanks,
  numbersAttempts,
]

type Written = Parameters<Store['create']>[0]

/** A store that writes something other than the decision on a drop. */
export const writing = (
  storage: MemoryStorage,
  rewrite: (change: Written, dropState: DropState | null) => Written,
): MemoryStorage => ({
  ...storage,
  store: {
    ...storage.store,
    changeDrop: (dropId, query, decide) =>
      storage.store.changeDrop(dropId, query, (dropState) => {
        const change = decide(dropState)
        return { ...change, ...rewrite(change, dropState) }
      }),
  },
})

/** A store that shows decisions something other than the locked state; `early` is the state before the lock. */
export const showing = (
  store: Store,
  isAsked: (query: DropStateQuery) => boolean,
  show: (dropState: DropState, early: DropState) => DropState,
): Store => ({
  ...store,
  async changeDrop(dropId, query, decide) {
    if (!isAsked(query)) return store.changeDrop(dropId, query, decide)
    const early = await store.dropState(dropId, query)
    return store.changeDrop(dropId, query, (dropState) =>
      decide(dropState && early ? show(dropState, early) : dropState),
    )
  },
})

/** Whether the query belongs to a claim, not to a purchase. */
export const isOfClaims = ({ wallets, openIntentsOf }: DropStateQuery): boolean =>
  wallets !== undefined && openIntentsOf === undefined

/** Replaces methods of one port of each server. */
export function inPort<Name extends keyof Ports>(
  name: Name,
  broken: (port: Ports[Name], ports: Ports) => Partial<Ports[Name]>,
): PlantedBug['put'] {
  return () => ({
    ports: (ports) => ({ ...ports, [name]: { ...ports[name], ...broken(ports[name], ports) } }),
  })
}

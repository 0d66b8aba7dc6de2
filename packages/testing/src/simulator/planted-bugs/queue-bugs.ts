import type { Plant } from '../plant.ts'

/** Either of the two faults does no harm alone: each job may run twice, and looks again under the drop's lock. */
const leasesDoNotHold: Plant = {
  name: 'leases-do-not-hold',
  what: 'a job that somebody is working on is handed out again, and nobody sees what the other has sent',
  put: () => ({
    storage: (storage) => ({
      ...storage,
      store: {
        ...storage.store,
        changeDrop: (dropId, question, decide) =>
          storage.store.changeDrop(dropId, question, (dropState) => {
            const blind = decide(dropState && { ...dropState, openTransactions: [] })
            return blind.insert?.chainTransactions ? blind : decide(dropState)
          }),
      },
      jobs: {
        ...storage.jobs,
        // Each at once to two, for it takes two in the same few turns to send the same thing twice.
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

const skipsEvents: Plant = {
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

const readsAheadOfCommits: Plant = {
  name: 'reads-ahead-of-commits',
  what: 'a reader of the log passes over an event that another transaction has not committed yet',
  put: () => ({
    ports: (ports) => ({
      ...ports,
      store: {
        ...ports.store,
        async events(question) {
          const events = await ports.store.events(question)
          return question.since === undefined ? events : events.filter(({ position }) => position % 9 !== 0)
        },
      },
    }),
  }),
}

const takesSilenceForThanks: Plant = {
  name: 'takes-silence-for-thanks',
  what: 'a webhook that nobody has answered counts as delivered',
  put: () => ({
    ports: (ports) => ({
      ...ports,
      webhooks: {
        ...ports.webhooks,
        async send(message) {
          const answer = await ports.webhooks.send(message)
          if (answer.kind !== 'failed') return answer
          return { kind: 'answered', statusCode: 200, retryAfterMs: null, durationMs: answer.durationMs }
        },
      },
    }),
  }),
}

const numbersAttempts: Plant = {
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

export const queueBugs: readonly Plant[] = [
  leasesDoNotHold,
  skipsEvents,
  readsAheadOfCommits,
  takesSilenceForThanks,
  numbersAttempts,
]

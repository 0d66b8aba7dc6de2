import type { Result } from '../domain/result.ts'
import type { ChangeSet, IdempotencyLease, Store, UniqueConflict } from '../ports/index.ts'

/**
 * The store for one request with an Idempotency-Key. The first change that states its effect also records, in the same
 * transaction, that the request took effect.
 */
export function idempotentStore(store: Store, lease: IdempotencyLease): Store {
  let isRecorded = false

  function withRecord<C extends ChangeSet>(change: C): C {
    const { effect } = change
    return effect && !isRecorded ? { ...change, idempotency: [{ lease, effect }] } : change
  }

  /** Only a committed change counts: a decision may be made several times, and a change may fail. */
  async function recording<T>(
    change: (record: typeof withRecord) => Promise<Result<T, UniqueConflict>>,
  ): Promise<Result<T, UniqueConflict>> {
    let hasRecord = false
    const result = await change((decided) => {
      const recorded = withRecord(decided)
      hasRecord = recorded.idempotency !== undefined
      return recorded
    })
    isRecorded ||= result.ok && hasRecord
    return result
  }

  return {
    ...store,
    changeDrop: (id, query, decide) =>
      recording((record) => store.changeDrop(id, query, (dropState) => record(decide(dropState)))),
    changeToken: (id, decide) =>
      recording((record) => store.changeToken(id, (token) => record(decide(token)))),
    changeUser: (id, decide) =>
      recording((record) => store.changeUser(id, (user, webhooks) => record(decide(user, webhooks)))),
    changeWebhook: (id, decide) =>
      recording((record) => store.changeWebhook(id, (webhook) => record(decide(webhook)))),
    changeUnmatchedPayment: (id, decide) =>
      recording((record) => store.changeUnmatchedPayment(id, (payment) => record(decide(payment)))),
    changeApiKey: (id, decide) => recording((record) => store.changeApiKey(id, (key) => record(decide(key)))),
    changeFile: (file, decide) =>
      recording((record) => store.changeFile(file, (own, other) => record(decide(own, other)))),
    create: (change) => recording((record) => store.create(record(change))),
  }
}

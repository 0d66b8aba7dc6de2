import type {
  ChainPurpose,
  ChainTransaction,
  ChangeSet,
  DropId,
  DropState,
  DropStateQuery,
  Result,
  Store,
  UniqueConflict,
} from '@dropkit/core'
import { assertEqual, assertTrue, present } from '../assert.ts'
import { sampleFile, sampleUnmatched, sampleWebhook } from './sample-accounts.ts'
import { put, putDrop, sampleApiKey } from './sample-records.ts'

type ChangeMethod = Extract<keyof Store, 'create' | `change${string}`>

/** Stores the records that `CHANGES` locks. */
export async function putChangeable(store: Store) {
  const { owner, token, drop } = await putDrop(store)
  const own = {
    apiKey: sampleApiKey(owner, 1),
    webhook: sampleWebhook(owner, 1),
    file: sampleFile(owner, 1),
    unmatched: sampleUnmatched(1),
  }
  await put(store, {
    apiKeys: [own.apiKey],
    webhooks: [own.webhook],
    files: [own.file],
    unmatchedPayments: [own.unmatched],
  })
  return { owner, token, drop, ...own }
}

type Changeable = Awaited<ReturnType<typeof putChangeable>>

/** Each method that commits the `ChangeSet` of a decision. Those that can also remove their record do. */
export const CHANGES: {
  readonly [Method in ChangeMethod]: (
    store: Store,
    locked: Changeable,
    decide: () => ChangeSet,
  ) => Promise<Result<unknown, UniqueConflict>>
} = {
  create: (store, _, decide) => store.create(decide()),
  changeUser: (store, { owner }, decide) =>
    store.changeUser(owner.id, () => ({ ...decide(), result: undefined })),
  changeToken: (store, { token }, decide) =>
    store.changeToken(token.id, () => ({ ...decide(), result: undefined })),
  changeDrop: (store, { drop }, decide) =>
    store.changeDrop(drop.id, {}, () => ({ ...decide(), result: undefined })),
  changeApiKey: (store, { apiKey }, decide) =>
    store.changeApiKey(apiKey.id, () => ({ ...decide(), result: undefined })),
  changeWebhook: (store, { webhook }, decide) =>
    store.changeWebhook(webhook.id, () => ({ ...decide(), webhook: 'removed', result: undefined })),
  changeFile: (store, { file }, decide) =>
    store.changeFile(file, () => ({ ...decide(), file: 'removed', result: undefined })),
  changeUnmatchedPayment: (store, { unmatched }, decide) =>
    store.changeUnmatchedPayment(unmatched.id, () => ({ ...decide(), result: undefined })),
}

/**
 * Each method that locks one record: adds one to a number in that record, and returns the number before. (`changeFile`, which
 * changes no record, has a test of its own.)
 */
export const COUNTING: {
  readonly [Method in Exclude<ChangeMethod, 'create' | 'changeFile'>]: (
    store: Store,
    locked: Changeable,
  ) => Promise<Result<number, UniqueConflict>>
} = {
  changeUser: (store, { owner }) =>
    store.changeUser(owner.id, (found) => {
      const user = present(found)
      const bio = user.bio ?? ''
      return { update: { users: [{ ...user, bio: `${bio}x` }] }, result: bio.length }
    }),
  changeToken: (store, { token: { id } }) =>
    store.changeToken(id, (found) => {
      const token = present(found)
      const description = token.description ?? ''
      return {
        update: { tokens: [{ ...token, description: `${description}x` }] },
        result: description.length,
      }
    }),
  changeDrop: (store, { drop: { id } }) =>
    store.changeDrop(id, {}, (found) => {
      const { drop } = present(found)
      const { lastSequence } = drop.tally
      const next = { ...drop, tally: { ...drop.tally, lastSequence: lastSequence + 1 } }
      return { update: { drops: [next] }, result: lastSequence }
    }),
  changeApiKey: (store, { apiKey: { id } }) =>
    store.changeApiKey(id, (found) => {
      const key = present(found)
      const count = key.requestsPerMinute ?? 0
      return { update: { apiKeys: [{ ...key, requestsPerMinute: count + 1 }] }, result: count }
    }),
  changeWebhook: (store, { webhook: { id } }) =>
    store.changeWebhook(id, (found) => {
      const webhook = present(found)
      const count = webhook.failingSince ?? 0
      return { webhook: { ...webhook, failingSince: count + 1 }, result: count }
    }),
  changeUnmatchedPayment: (store, { unmatched: { id } }) =>
    store.changeUnmatchedPayment(id, (found) => {
      const payment = present(found)
      const tries = payment.state.kind === 'RETURNING' ? payment.state.tries : 0
      const state = { kind: 'RETURNING', signed: null, problem: null, tries: tries + 1 } as const
      return { update: { unmatchedPayments: [{ ...payment, state }] }, result: tries }
    }),
}

/** The state of a drop as a decision sees it, under the lock. `dropState` must show the same. */
export async function stateOf(
  store: Store,
  dropId: DropId,
  query: DropStateQuery,
): Promise<DropState | null> {
  const locked = await store.changeDrop(dropId, query, (state) => ({ result: state }))
  assertTrue(locked.ok, 'a change that writes nothing meets no conflict')
  const state = locked.value
  const looked = await store.dropState(dropId, query)
  assertEqual(looked, state, 'what is seen without the lock')
  // Equal maps may differ in their order.
  assertEqual([...(looked?.claims.keys() ?? [])], [...(state?.claims.keys() ?? [])], 'their claims')
  return state
}

/** A drop's transactions whose outcome is not known yet: those for its vault, and those for the transfers of these purposes. */
export async function openTransactionsOf(
  store: Pick<Store, 'dropState'>,
  dropId: DropId,
  purposes: readonly ChainPurpose[] = [],
): Promise<readonly ChainTransaction[]> {
  const dropState = await store.dropState(dropId, {
    refundIds: purposes.flatMap((purpose) => (purpose.kind === 'refund' ? [purpose.refundId] : [])),
    payoutIds: purposes.flatMap((purpose) => (purpose.kind === 'payout' ? [purpose.payoutId] : [])),
    openTransactions: true,
  })
  return dropState?.openTransactions ?? []
}

import type {
  ChangeSet,
  DropId,
  DropState,
  DropStateQuery,
  Result,
  Store,
  UniqueConflict,
} from '@dropkit/core'
import { assertEqual, assertTrue } from '../assert.ts'
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

/** Each method that commits a `ChangeSet`. Those that can also remove their record do. */
export const CHANGES: {
  readonly [Method in ChangeMethod]: (
    store: Store,
    locked: Changeable,
    change: ChangeSet,
  ) => Promise<Result<unknown, UniqueConflict>>
} = {
  create: (store, _, change) => store.create(change),
  changeUser: (store, { owner }, change) =>
    store.changeUser(owner.id, () => ({ ...change, result: undefined })),
  changeToken: (store, { token }, change) =>
    store.changeToken(token.id, () => ({ ...change, result: undefined })),
  changeDrop: (store, { drop }, change) =>
    store.changeDrop(drop.id, {}, () => ({ ...change, result: undefined })),
  changeApiKey: (store, { apiKey }, change) =>
    store.changeApiKey(apiKey.id, () => ({ ...change, result: undefined })),
  changeWebhook: (store, { webhook }, change) =>
    store.changeWebhook(webhook.id, () => ({ ...change, webhook: 'removed', result: undefined })),
  changeFile: (store, { file }, change) =>
    store.changeFile(file, () => ({ ...change, file: 'removed', result: undefined })),
  changeUnmatchedPayment: (store, { unmatched }, change) =>
    store.changeUnmatchedPayment(unmatched.id, () => ({ ...change, result: undefined })),
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

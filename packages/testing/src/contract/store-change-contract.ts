import { amountOf } from '@dropkit/core'
import { assertEqual, assertNothingLogged, loggedEvents, rejection } from '../assert.ts'
import { type Open, type TestRunner, testWith } from '../runner.ts'
import {
  put,
  putDrop,
  SAMPLE_NOW,
  sampleAddress,
  sampleApiKey,
  sampleClaim,
  sampleDrop,
  sampleEvent,
  sampleToken,
  sampleTransaction,
  sampleUser,
} from './sample-records.ts'
import { CHANGES, openTransactionsOf, putChangeable, stateOf } from './store-changes.ts'
import type { OpenedStore } from './store-contract.ts'

export function storeChangeContract(run: TestRunner, open: Open<OpenedStore>): void {
  const test = testWith(run, open)

  test('returns the decision’s result once it is committed', async ({ store }) => {
    const { drop } = await putDrop(store)
    const answer = await store.changeDrop(drop.id, {}, () => ({ result: { amount: 7n } }))
    assertEqual(answer, { ok: true, value: { amount: 7n } })
  })

  test('gives a decision null for a missing record, and writes its changes', async ({ store }) => {
    const user = sampleUser(1)
    const [token, key] = [sampleToken(user, 1), sampleApiKey(user, 1)]
    const drop = sampleDrop(token, 1)
    const seen = [
      await store.changeUser(user.id, (found) => ({ insert: { users: [user] }, result: found })),
      await store.changeToken(token.id, (found) => ({ insert: { tokens: [token] }, result: found })),
      await store.changeApiKey(key.id, (found) => ({ insert: { apiKeys: [key] }, result: found })),
      await store.changeDrop(drop.id, { allClaims: true }, (found) => ({
        insert: { drops: [drop] },
        result: found,
      })),
    ]
    for (const answer of seen) assertEqual(answer, { ok: true, value: null })
    assertEqual(await store.drops([drop.id]), new Map([[drop.id, drop]]))
    assertEqual(await store.apiKeys(user.id), [key])
  })

  for (const [method, change] of Object.entries(CHANGES)) {
    if (method === 'create') continue
    test(`writes nothing if the decision of ${method} throws, and throws the same error`, async ({
      store,
    }) => {
      const locked = await putChangeable(store)
      const error = new Error('no such luck')
      const throwing = async () =>
        change(store, locked, () => {
          throw error
        })
      assertEqual(await rejection(throwing), error)
      const { owner, webhook, file } = locked
      const kept = [
        (await store.users([owner.id])).get(owner.id),
        (await store.webhooks([webhook.id])).get(webhook.id),
        (await store.files([file.id])).get(file.id),
      ]
      assertEqual(kept, [owner, webhook, file])
      assertEqual((await change(store, locked, () => ({}))).ok, true, 'the lock was released too')
    })
  }

  test('leaves no trace when a record to update is not there', async ({ store, jobs }) => {
    const { token, drop } = await putDrop(store)
    const ghost = sampleDrop(token, 99)
    const changed = { ...drop, title: 'Changed' }
    const claim = sampleClaim(drop, 1)
    await rejection(() =>
      store.changeDrop(drop.id, {}, () => ({
        insert: { claims: [claim] },
        update: { drops: [changed, ghost] },
        events: [sampleEvent(drop)],
        jobs: [{ kind: 'expire_claims', subject: drop.id, ownerId: drop.creatorId, dueAt: SAMPLE_NOW }],
        result: undefined,
      })),
    )
    assertEqual(await store.drops([drop.id, ghost.id]), new Map([[drop.id, drop]]))
    assertEqual(await store.claims([claim]), new Map())
    await assertNothingLogged(store, drop)
    assertEqual((await jobs.backlog(SAMPLE_NOW)).due, 0)
  })

  test('refuses to update any kind of record that is not there', async ({ store }) => {
    const { owner, token, drop } = await putDrop(store)
    const updates = [
      { users: [sampleUser(7)] },
      { tokens: [sampleToken(owner, 7)] },
      { drops: [sampleDrop(token, 7)] },
      { apiKeys: [sampleApiKey(owner, 7)] },
      { claims: [sampleClaim(drop, 7)] },
      { chainTransactions: [sampleTransaction(drop, 7)] },
    ]
    for (const update of updates) await rejection(() => store.create({ update }), Object.keys(update)[0])
  })

  test('refuses a record with a known id', async ({ store }) => {
    const { owner, token, drop } = await putDrop(store)
    const claim = sampleClaim(drop, 1)
    await put(store, { claims: [claim] })
    const inserts = [
      { tokens: [token] },
      { drops: [{ ...drop, shortcode: 'another' }] },
      { users: [{ ...owner, username: 'another', identityProviderId: 'local:another' }] },
      { claims: [{ ...claim, claimer: sampleAddress(0xbeef) }] },
    ]
    for (const insert of inserts) await rejection(() => store.create({ insert }), Object.keys(insert)[0])
  })

  test('never gives two reserved claims of a wallet the same place', async ({ store }) => {
    const { drop } = await putDrop(store)
    const claimer = sampleAddress(0xaa)
    await put(store, { claims: [sampleClaim(drop, 1, { claimer, slot: 1 })] })
    const second = sampleClaim(drop, 2, { claimer, slot: 1 })
    await rejection(() =>
      store.changeDrop(drop.id, {}, (dropState) => ({
        insert: { claims: [second] },
        update: { drops: dropState ? [{ ...dropState.drop, title: 'Changed' }] : [] },
        result: undefined,
      })),
    )
    assertEqual(await store.claims([second]), new Map())
    assertEqual((await store.drops([drop.id])).get(drop.id), drop, 'the drop beside it')
    await put(store, { claims: [{ ...second, slot: 2 }, sampleClaim(drop, 3, { slot: 1 })] })
  })

  test('writes everything that a change holds at once', async ({ store, jobs }) => {
    const { drop } = await putDrop(store)
    const claims = [1, 2, 3].map((sequence) => sampleClaim(drop, sequence))
    const transaction = sampleTransaction(drop, 1)
    const changed = { ...drop, title: 'Changed', updatedAt: SAMPLE_NOW + 50 }
    const answer = await store.changeDrop(drop.id, {}, () => ({
      insert: { claims, chainTransactions: [transaction] },
      update: { drops: [changed] },
      events: [sampleEvent(drop), sampleEvent(drop, { type: 'drop.paused' })],
      jobs: [
        { kind: 'expire_claims', subject: drop.id, ownerId: drop.creatorId, dueAt: SAMPLE_NOW },
        { kind: 'deliver_claims', subject: drop.id, ownerId: drop.creatorId, dueAt: SAMPLE_NOW },
      ],
      result: undefined,
    }))
    assertEqual(answer.ok, true)
    assertEqual((await store.claims(claims)).size, 3)
    assertEqual((await store.drops([drop.id])).get(drop.id), changed)
    assertEqual(await openTransactionsOf(store, drop.id, [transaction.purpose]), [transaction])
    assertEqual((await loggedEvents(store, 2)).length, 2)
    assertEqual((await jobs.backlog(SAMPLE_NOW)).due, 2)
  })

  test('inserts and updates hundreds of claims in one change', async ({ store }) => {
    const { drop } = await putDrop(store)
    const claims = Array.from({ length: 500 }, (_, n) => sampleClaim(drop, n + 1))
    await store.changeDrop(drop.id, {}, () => ({ insert: { claims }, result: undefined }))
    const renewed = claims.map((claim) => ({ ...claim, amount: amountOf(11n) }))
    await store.changeDrop(drop.id, {}, () => ({ update: { claims: renewed }, result: undefined }))
    const state = await stateOf(store, drop.id, { allClaims: true })
    assertEqual([...(state?.claims.values() ?? [])], renewed)
  })

  test('asks for jobs together with a change', async ({ store, jobs }) => {
    const { drop } = await putDrop(store)
    const job = { kind: 'expire_claims' as const, subject: drop.id, ownerId: drop.creatorId }
    const ask = (dueAt: number) =>
      store.changeDrop(drop.id, {}, () => ({ jobs: [{ ...job, dueAt }], result: undefined }))
    await ask(SAMPLE_NOW + 100)
    await ask(SAMPLE_NOW + 50)
    await ask(SAMPLE_NOW + 200)
    assertEqual((await jobs.backlog(SAMPLE_NOW + 49)).due, 0, 'before it is due')
    const taken = await jobs.take(SAMPLE_NOW + 50, 1_000, 10)
    assertEqual(
      taken.map(({ kind, subject, ownerId }) => ({ kind, subject, ownerId })),
      [job],
      'one job, brought forward',
    )
  })
}

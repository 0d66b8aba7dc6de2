import { amountOf, type Drop } from '@dropkit/core'
import { assertEqual, assertTrue } from '../assert.ts'
import { type Open, type TestRunner, testWith } from '../runner.ts'
import { sampleWebhook } from './sample-accounts.ts'
import { put, putDrop, sampleApiKey, sampleClaim, sampleDrop, sampleUser } from './sample-records.ts'
import type { OpenedStore } from './store-contract.ts'

const CONCURRENT = 20

/** The drop with one more reservation of 1. */
const withOneMore = (drop: Drop): Drop => ({
  ...drop,
  tally: {
    ...drop.tally,
    reservedAmount: amountOf(drop.tally.reservedAmount + 1n),
    reservedCount: drop.tally.reservedCount + 1,
    lastSequence: drop.tally.lastSequence + 1,
  },
})

export function storeConcurrencyContract(run: TestRunner, open: Open<OpenedStore>): void {
  const test = testWith(run, open)

  test('loses none of many changes that are made to one drop at once', async ({ store }) => {
    const { drop } = await putDrop(store)
    const answers = await Promise.all(
      Array.from({ length: CONCURRENT }, () =>
        store.changeDrop(drop.id, {}, (dropState) => {
          assertTrue(dropState !== null, 'the drop is there')
          const next = withOneMore(dropState.drop)
          return {
            insert: { claims: [sampleClaim(next, next.tally.lastSequence)] },
            update: { drops: [next] },
            result: next.tally.lastSequence,
          }
        }),
      ),
    )
    const given = answers.map((answer) => (answer.ok ? answer.value : 0)).sort((one, other) => one - other)
    assertEqual(
      given,
      Array.from({ length: CONCURRENT }, (_, n) => n + 1),
    )
    const tally = (await store.drops([drop.id])).get(drop.id)?.tally
    assertEqual(tally?.reservedCount, CONCURRENT)
    assertEqual((await store.claimsOfDrops([drop.id], { limit: 200 })).get(drop.id)?.length, CONCURRENT)
  })

  test('changes many drops at once without mixing them up', async ({ store }) => {
    const { token, drop } = await putDrop(store)
    const others = Array.from({ length: 5 }, (_, n) => sampleDrop(token, n + 2))
    await put(store, { drops: others })
    const all = [drop, ...others]
    await Promise.all(
      [...all, ...all, ...all].map(({ id }) =>
        store.changeDrop(id, {}, (dropState) => {
          assertTrue(dropState?.drop.id === id, 'the drop asked for')
          return { update: { drops: [withOneMore(dropState.drop)] }, result: undefined }
        }),
      ),
    )
    const drops = await store.drops(all.map(({ id }) => id))
    for (const { tally } of drops.values()) assertEqual(tally.reservedCount, 3)
  })

  test('serialises changes of one user, token and key as well', async ({ store }) => {
    const { owner, token } = await putDrop(store)
    const key = sampleApiKey(owner, 1, { requestsPerMinute: 0 })
    await put(store, { apiKeys: [key] })
    const five = Array.from({ length: 5 }, (_, n) => n)
    await Promise.all(
      five.flatMap(() => [
        store.changeUser(owner.id, (user) => ({
          update: { users: user ? [{ ...user, bio: `${user.bio ?? ''}x` }] : [] },
          result: undefined,
        })),
        store.changeToken(token.id, (found) => ({
          update: { tokens: found ? [{ ...found, description: `${found.description ?? ''}x` }] : [] },
          result: undefined,
        })),
        store.changeApiKey(key.id, (found) => ({
          update: {
            apiKeys: found ? [{ ...found, requestsPerMinute: (found.requestsPerMinute ?? 0) + 1 }] : [],
          },
          result: undefined,
        })),
      ]),
    )
    assertEqual((await store.users([owner.id])).get(owner.id)?.bio, 'xxxxx')
    assertEqual((await store.tokens([token.id])).get(token.id)?.description, 'xxxxx')
    assertEqual((await store.apiKeys(owner.id))[0]?.requestsPerMinute, 5)
  })

  test('counts a user’s webhooks exactly under the lock of the user', async ({ store }) => {
    const [owner, other] = [sampleUser(1), sampleUser(2)]
    await put(store, { users: [owner, other], webhooks: [sampleWebhook(other, CONCURRENT)] })
    const counts = await Promise.all(
      Array.from({ length: CONCURRENT }, (_, n) =>
        store.changeUser(owner.id, (_user, webhooks) => ({
          insert: { webhooks: [sampleWebhook(owner, n)] },
          result: webhooks,
        })),
      ),
    )
    const seen = counts.map((answer) => (answer.ok ? answer.value : -1)).sort((one, next) => one - next)
    assertEqual(
      seen,
      Array.from({ length: CONCURRENT }, (_, n) => n),
    )
  })
}

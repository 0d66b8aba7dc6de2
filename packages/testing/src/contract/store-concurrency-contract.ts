import {
  amountOf,
  type ChangeSet,
  type Drop,
  type Result,
  type Token,
  type UploadedFile,
  type User,
  type UserCount,
} from '@dropkit/core'
import { assertEqual, assertNothingLogged, assertTrue } from '../assert.ts'
import { type Open, type TestRunner, testAtOnce, testWith } from '../runner.ts'
import { paidBy, sampleFile, sampleIntent, sampleWebhook } from './sample-accounts.ts'
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
  sampleUser,
} from './sample-records.ts'
import { COUNTING, putChangeable } from './store-changes.ts'
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
  const test = testAtOnce(run, open)

  test('gives each of many claims that are made on one drop at once its own sequence', async ({
    store,
  }, turn) => {
    const { drop } = await putDrop(store)
    const answers = await Promise.all(
      Array.from({ length: CONCURRENT }, () =>
        turn().store.changeDrop(drop.id, {}, (dropState) => {
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

  test('changes many drops at once without mixing them up', async ({ store }, turn) => {
    const { token, drop } = await putDrop(store)
    const others = Array.from({ length: 5 }, (_, n) => sampleDrop(token, n + 2))
    await put(store, { drops: others })
    const all = [drop, ...others]
    await Promise.all(
      [...all, ...all, ...all].map(({ id }) =>
        turn().store.changeDrop(id, {}, (dropState) => {
          assertTrue(dropState?.drop.id === id, 'the drop asked for')
          return { update: { drops: [withOneMore(dropState.drop)] }, result: undefined }
        }),
      ),
    )
    const drops = await store.drops(all.map(({ id }) => id))
    for (const { tally } of drops.values()) assertEqual(tally.reservedCount, 3)
  })

  type Counting = (n: number) => Promise<Result<number | undefined, unknown>>
  /** Each change must have counted those before it, and no other. */
  async function countsEach(count: Counting) {
    const numbers = Array.from({ length: CONCURRENT }, (_, n) => n)
    const counts = await Promise.all(numbers.map(count))
    const seen = counts.map((answer) => (answer.ok ? (answer.value ?? -1) : -1))
    assertEqual(
      seen.sort((one, next) => one - next),
      numbers,
    )
  }

  for (const [method, count] of Object.entries(COUNTING)) {
    test(`lets each of many simultaneous calls of ${method} see the changes of those before`, async (opened, turn) => {
      const locked = await putChangeable(opened.store)
      await countsEach(() => count(turn().store, locked))
    })
  }

  test('finds one last and one first upload of the same bytes among many at once', async ({
    store,
  }, turn) => {
    const owner = sampleUser(1)
    const contentHash = 'cd'.repeat(32)
    const files = Array.from({ length: CONCURRENT }, (_, n) => sampleFile(owner, n, { contentHash }))
    await put(store, { users: [owner], files })
    const alone = async (change: (file: UploadedFile) => ChangeSet & { readonly file?: 'removed' }) => {
      const answers = await Promise.all(
        files.map((file) =>
          turn().store.changeFile(file, (_, other) => ({ ...change(file), result: other === null })),
        ),
      )
      return answers.filter((answer) => answer.ok && answer.value).length
    }
    assertEqual(await alone(() => ({ file: 'removed' })), 1, 'removals of the last')
    assertEqual(await alone((file) => ({ insert: { files: [file] } })), 1, 'inserts of the first')
  })

  test('counts a user’s webhooks, keys and vaults exactly under the lock of the user', async ({
    store,
  }, turn) => {
    const [owner, other] = [sampleUser(1), sampleUser(2)]
    const tokens = [owner, other].map((user, n) => sampleToken(user, n)) as [Token, Token]
    const of = {
      webhooks: (user: User, n: number) => ({ webhooks: [sampleWebhook(user, n)] }),
      apiKeys: (user: User, n: number) => ({ apiKeys: [sampleApiKey(user, n)] }),
      vaults: (user: User, n: number) => ({ drops: [sampleDrop(user === owner ? tokens[0] : tokens[1], n)] }),
    } satisfies { readonly [Kind in UserCount['of']]: unknown }
    const revoked = sampleApiKey(owner, 2 * CONCURRENT, { revokedAt: SAMPLE_NOW })
    await put(store, { users: [owner, other], tokens, apiKeys: [revoked] })
    for (const [kind, records] of Object.entries(of)) {
      await put(store, records(other, CONCURRENT))
      const counted = { of: kind as UserCount['of'], most: 2 * CONCURRENT }
      const count: Counting = (n) =>
        turn().store.changeUser(owner.id, (_user, result) => ({ insert: records(owner, n), result }), counted)
      await countsEach(count)
    }
  })

  test('counts a user’s unpaid intents exactly when they are made on different drops', async ({
    store,
  }, turn) => {
    const { token, drop } = await putDrop(store)
    const drops = [drop, ...Array.from({ length: CONCURRENT - 1 }, (_, n) => sampleDrop(token, n + 2))]
    const paid = sampleIntent(drop, 90, { state: paidBy(90) })
    const ofOther = sampleIntent(drop, 91, { payerId: sampleUser(9).id })
    await put(store, { drops: drops.slice(1), paymentIntents: [paid, ofOther] })
    await countsEach((n) => {
      const intent = sampleIntent(drops[n] ?? drop, n)
      const query = { allOpenIntentsOf: { userId: intent.payerId, most: 2 * CONCURRENT } }
      return turn().store.changeDrop(intent.dropId, query, (state) => ({
        insert: { paymentIntents: [intent] },
        result: state?.allOpenIntents,
      }))
    })
  })
}

const conflict = (field: string) => ({ ok: false, error: { kind: 'unique_conflict', field } })

export function storeConflictContract(run: TestRunner, open: Open<OpenedStore>): void {
  const test = testWith(run, open)

  test('refuses a second drop with a shortcode, in any letter case', async ({ store }) => {
    const { token } = await putDrop(store, { shortcode: 'Launch-Day_1' })
    for (const shortcode of ['Launch-Day_1', 'launch-day_1', 'LAUNCH-DAY_1']) {
      const second = sampleDrop(token, 2, { shortcode })
      assertEqual(await store.create({ insert: { drops: [second] } }), conflict('shortcode'))
      assertEqual(await store.drops([second.id]), new Map())
    }
    assertEqual((await store.dropByShortcode('lAUNCH-dAY_1'))?.shortcode, 'Launch-Day_1')
    assertEqual(await store.dropByShortcode('launch-day'), undefined)
  })

  test('takes an underscore in a shortcode for itself alone', async ({ store }) => {
    const { token, drop } = await putDrop(store, { shortcode: 'a_c' })
    const other = sampleDrop(token, 2, { shortcode: 'abc' })
    await put(store, { drops: [other] })
    assertEqual((await store.dropByShortcode('A_C'))?.id, drop.id)
    assertEqual((await store.dropByShortcode('ABC'))?.id, other.id)
  })

  test('refuses to give a drop a shortcode that another has', async ({ store }) => {
    const { token, drop } = await putDrop(store)
    await put(store, { drops: [sampleDrop(token, 2, { shortcode: 'taken' })] })
    const answer = await store.changeDrop(drop.id, {}, () => ({
      update: { drops: [{ ...drop, shortcode: 'TAKEN' }] },
      events: [sampleEvent(drop)],
      result: undefined,
    }))
    assertEqual(answer, conflict('shortcode'))
    assertEqual((await store.drops([drop.id])).get(drop.id), drop, 'the drop as it was')
    await assertNothingLogged(store, drop)
  })

  test('lets a drop change the letter case of its own shortcode', async ({ store }) => {
    const { drop } = await putDrop(store, { shortcode: 'mine' })
    const answer = await store.changeDrop(drop.id, {}, () => ({
      update: { drops: [{ ...drop, shortcode: 'MINE' }] },
      result: undefined,
    }))
    assertEqual(answer.ok, true)
    assertEqual((await store.dropByShortcode('mine'))?.shortcode, 'MINE')
  })

  test('frees a shortcode when its drop is deleted or gets another', async ({ store }) => {
    const { token, drop } = await putDrop(store, { shortcode: 'wanted' })
    const renamed = { ...drop, shortcode: 'other' }
    await store.changeDrop(drop.id, {}, () => ({ update: { drops: [renamed] }, result: undefined }))
    const second = sampleDrop(token, 2, { shortcode: 'Wanted' })
    await put(store, { drops: [second] })
    await store.changeDrop(second.id, {}, () => ({
      update: { drops: [{ ...second, deletedAt: SAMPLE_NOW }] },
      result: undefined,
    }))
    assertEqual(await store.dropByShortcode('wanted'), undefined, 'after deletion')
    const third = sampleDrop(token, 3, { shortcode: 'WANTED' })
    await put(store, { drops: [third] })
    assertEqual((await store.dropByShortcode('wanted'))?.id, third.id)
  })

  test('refuses a second user with a username, an identity or a wallet', async ({ store }) => {
    const wallet = sampleAddress(1)
    const first = sampleUser(1, { username: 'one', identityProviderId: 'oidc:one', walletAddress: wallet })
    await put(store, { users: [first] })
    const cases = [
      ['username', sampleUser(2, { username: 'one' })],
      ['identityProviderId', sampleUser(2, { identityProviderId: 'oidc:one' })],
      ['walletAddress', sampleUser(2, { walletAddress: wallet })],
    ] as const
    for (const [field, user] of cases) {
      assertEqual(await store.create({ insert: { users: [user] } }), conflict(field))
    }
    await put(store, { users: [sampleUser(2), sampleUser(3)] })
    for (const [field, user] of cases) {
      const answer = await store.changeUser(user.id, () => ({ update: { users: [user] }, result: undefined }))
      assertEqual(answer, conflict(field), `update of ${field}`)
    }
    assertEqual((await store.users([sampleUser(2).id])).get(sampleUser(2).id), sampleUser(2))
  })

  test('refuses a second API key with the same secret', async ({ store }) => {
    const user = sampleUser(1)
    const key = sampleApiKey(user, 1)
    await put(store, { users: [user], apiKeys: [key] })
    const second = sampleApiKey(user, 2, { secretHash: key.secretHash })
    assertEqual(await store.create({ insert: { apiKeys: [second] } }), conflict('secretHash'))
  })

  test('writes nothing of a change of which one part conflicts', async ({ store, jobs }) => {
    const { owner, token } = await putDrop(store, { shortcode: 'taken' })
    const [newToken, newKey] = [sampleToken(owner, 2), sampleApiKey(owner, 2)]
    const answer = await store.create({
      insert: {
        tokens: [newToken],
        apiKeys: [newKey],
        drops: [sampleDrop(token, 2), sampleDrop(token, 3, { shortcode: 'Taken' })],
      },
      jobs: [{ kind: 'open_vault', subject: 'drop', ownerId: null, dueAt: SAMPLE_NOW }],
    })
    assertEqual(answer, conflict('shortcode'))
    assertEqual(await store.tokens([newToken.id]), new Map())
    assertEqual(await store.apiKeys(owner.id), [])
    assertEqual((await store.listDrops({}, owner.id, { limit: 10 })).length, 1)
    assertEqual((await jobs.backlog(SAMPLE_NOW)).due, 0)
  })

  testAtOnce(run, open)('gives a shortcode to one of many simultaneous drops', async ({ store }, turn) => {
    const { token } = await putDrop(store)
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        turn().store.create({
          insert: { drops: [sampleDrop(token, n + 2, { shortcode: n % 2 ? 'RACE' : 'race' })] },
        }),
      ),
    )
    assertEqual(answers.filter((answer) => answer.ok).length, 1)
    for (const answer of answers) if (!answer.ok) assertEqual(answer, conflict('shortcode'))
  })
}

import { assertEqual } from '../assert.ts'
import { type Open, type TestRunner, testWith } from '../runner.ts'
import { assertNothingLogged } from '../soon.ts'
import {
  put,
  putDrop,
  SAMPLE_NOW,
  sampleAddress,
  sampleApiKey,
  sampleDrop,
  sampleEvent,
  sampleToken,
  sampleUser,
} from './sample-records.ts'
import type { OpenedStore } from './store-contract.ts'

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

  test('gives a shortcode to one of many simultaneous drops', async ({ store }) => {
    const { token } = await putDrop(store)
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        store.create({
          insert: { drops: [sampleDrop(token, n + 2, { shortcode: n % 2 ? 'RACE' : 'race' })] },
        }),
      ),
    )
    assertEqual(answers.filter((answer) => answer.ok).length, 1)
    for (const answer of answers) if (!answer.ok) assertEqual(answer, conflict('shortcode'))
  })
}

import type { ChangeSet, UploadedFile, Webhook, WebhookId } from '@dropkit/core'
import { idOf } from '@dropkit/core/internal'
import { assertEqual } from '../assert.ts'
import { type Open, type TestRunner, testAtOnce, testWith } from '../runner.ts'
import { sampleChallenge, sampleFile, sampleSession, sampleWebhook } from './sample-accounts.ts'
import { put, SAMPLE_NOW, sampleAddress, sampleUser, uniquePart } from './sample-records.ts'
import { TEXT } from './sample-unions.ts'
import type { OpenedStore } from './store-contract.ts'
import { readAll } from './store-list-contract.ts'

const WALLET = sampleAddress(0xaa)

export function storeAccountContract(run: TestRunner, open: Open<OpenedStore>): void {
  const test = testWith(run, open)

  test('finds sessions by the hashes of their secrets, ended ones too', async ({ store }) => {
    const user = sampleUser(1, { requestsPerMinute: 5 })
    const [live, ended] = [sampleSession(user, 1), sampleSession(user, 2, { revokedAt: SAMPLE_NOW })]
    await put(store, { users: [user], sessions: [live, ended] })
    const known = await store.credentials([live.secretHash, ended.secretHash, 'ff'.repeat(32)])
    const expected = [live, ended].map((session) => ({
      credential: { kind: 'session', id: session.id },
      user,
      secretHash: session.secretHash,
      requestsPerMinute: null,
      expiresAt: session.expiresAt,
      revokedAt: session.revokedAt,
    }))
    assertEqual(known, new Map(expected.map((credential) => [credential.secretHash, credential])))
    await store.revokeSession(live.id, SAMPLE_NOW + 5)
    await store.revokeSession(idOf('session', uniquePart(9)), SAMPLE_NOW)
    const after = (await store.credentials([live.secretHash])).get(live.secretHash)
    assertEqual(after?.revokedAt, SAMPLE_NOW + 5)
    const twin = sampleSession(user, 3, { secretHash: live.secretHash })
    const answer = await store.create({ insert: { sessions: [twin] } })
    assertEqual(answer, { ok: false, error: { kind: 'unique_conflict', field: 'secretHash' } })
  })

  test('keeps the newest sessions of a user', async ({ store }) => {
    const [user, other] = [sampleUser(1), sampleUser(2)]
    const sessions = [2, 1, 3].map((n) => sampleSession(user, n))
    const ofOther = sampleSession(other, 4)
    await put(store, { users: [user, other], sessions: [...sessions, ofOther] })
    const hashes = [...sessions, ofOther].map(({ secretHash }) => secretHash)
    const kept = async () => [...(await store.credentials(hashes)).keys()].sort()
    await store.keepNewestSessions(user.id, 3)
    assertEqual(await kept(), [...hashes].sort())
    await store.keepNewestSessions(user.id, 1)
    assertEqual(await kept(), [sampleSession(user, 3).secretHash, ofOther.secretHash].sort())
  })

  test('returns the open challenges of an address, newest first', async ({ store }) => {
    const live = (now = SAMPLE_NOW, limit = 9, requester?: string) =>
      store.liveChallenges(WALLET, { now, limit, ...(requester === undefined ? {} : { requester }) })
    assertEqual(await live(), [])
    const older = sampleChallenge(WALLET, 1, { message: TEXT })
    const newer = sampleChallenge(WALLET, 2, { expiresAt: SAMPLE_NOW + 400_000, requester: 'here' })
    const other = sampleChallenge(sampleAddress(0xbb), 3, { expiresAt: SAMPLE_NOW + 900_000 })
    const newest = sampleChallenge(WALLET, 4, { expiresAt: SAMPLE_NOW + 500_000 })
    await put(store, { challenges: [newer, other] })
    assertEqual(await live(), [newer])
    await put(store, { challenges: [newest, older] })
    assertEqual(await live(), [newest, newer, older])
    assertEqual(await live(SAMPLE_NOW, 2), [newest, newer])
    assertEqual(await live(SAMPLE_NOW, 9, 'here'), [newer])
    assertEqual(await live(SAMPLE_NOW, 1, ''), [newest])
    assertEqual(await live(SAMPLE_NOW + 399_999), [newest, newer])
    assertEqual(await live(SAMPLE_NOW + 400_000), [newest], 'over at its end')
    assertEqual(await store.useChallenge(newer, SAMPLE_NOW), true)
    assertEqual(await live(), [newest, older])
    await store.dropChallenges([older.nonce, newer.nonce, 'nothing'])
    assertEqual(await live(), [newest])
    assertEqual(await store.useChallenge(newer, SAMPLE_NOW), false, 'what is used stays')
  })

  testAtOnce(run, open)('uses a challenge once, also for simultaneous requests', async ({ store }, turn) => {
    const [first, second] = [sampleChallenge(WALLET, 1), sampleChallenge(WALLET, 2)]
    await put(store, { challenges: [first, second] })
    const uses = await Promise.all(
      Array.from({ length: 20 }, () => turn().store.useChallenge(first, SAMPLE_NOW)),
    )
    assertEqual(uses.filter((isUsed) => isUsed).length, 1)
    assertEqual(await store.useChallenge(first, SAMPLE_NOW), false)
    const elsewhere = sampleChallenge(WALLET, 3)
    const usesOfUnknown = await Promise.all(
      Array.from({ length: 20 }, () => turn().store.useChallenge(elsewhere, SAMPLE_NOW)),
    )
    assertEqual(usesOfUnknown.filter((isUsed) => isUsed).length, 1, 'one that the store did not have')
    assertEqual(await store.useChallenge(second, SAMPLE_NOW), true, 'another one')
  })

  test('finds a user by its identity', async ({ store }) => {
    const user = sampleUser(1, { identityProviderId: 'subject|Ünï', origin: 'openid' })
    await put(store, { users: [user] })
    assertEqual(await store.userByIdentity('subject|Ünï'), user)
    assertEqual(await store.userByIdentity('subject|ünï'), undefined, 'by its exact spelling')
  })

  test('gives files back as they were written', async ({ store }) => {
    const owner = sampleUser(1)
    const files = [
      sampleFile(owner, 1),
      sampleFile(owner, 2, {
        filename: TEXT,
        contentType: 'text/html; charset=utf-8',
        inlineType: null,
        sizeBytes: 10_485_760,
      }),
    ]
    await put(store, { users: [owner], files })
    const ids = files.map(({ id }) => id)
    assertEqual(await store.files([...ids, sampleFile(owner, 9).id]), new Map(files.map((f) => [f.id, f])))
    assertEqual(await store.files([]), new Map())
  })

  test('shows an upload together with another of the same bytes, and removes it', async ({ store }) => {
    const owner = sampleUser(1)
    const contentHash = 'ab'.repeat(32)
    const [first, second] = [sampleFile(owner, 1, { contentHash }), sampleFile(owner, 2, { contentHash })]
    await put(store, { users: [owner], files: [first, sampleFile(owner, 3)] })
    const seenBy = async (file: UploadedFile, changed: ChangeSet & { readonly file?: 'removed' }) => {
      const seen = await store.changeFile(file, (own, other) => ({ ...changed, result: [own, other] }))
      return seen.ok ? seen.value : seen.error
    }
    assertEqual(await seenBy(second, { insert: { files: [second] } }), [null, first])
    assertEqual(await seenBy(second, {}), [second, first])
    assertEqual(await seenBy(first, { file: 'removed' }), [first, second])
    assertEqual(await seenBy(first, {}), [null, second])
    assertEqual(await seenBy(second, { file: 'removed' }), [second, null])
    assertEqual(await seenBy(second, {}), [null, null])
    assertEqual(await store.files([first.id, second.id]), new Map())
  })

  test('keeps a wallet list that rules use when its upload is deleted', async ({ store }) => {
    const owner = sampleUser(1)
    const file = sampleFile(owner, 1)
    await put(store, { users: [owner], files: [file] })
    await store.keepWalletList(file.id, [[WALLET]])
    await store.changeFile(file, () => ({ file: 'removed', result: 0 }))
    assertEqual(await store.hasWalletList(file.id), true)
  })

  test('keeps the pieces of a manifest, also when its upload is removed, and gives them in pages by number', async ({
    store,
  }) => {
    const owner = sampleUser(1)
    const [file, other] = [sampleFile(owner, 1), sampleFile(owner, 2)]
    await put(store, { users: [owner], files: [file, other] })
    const king = {
      number: 2,
      name: 'King "ü"',
      imageUrl: 'ipfs://king',
      attributes: [{ name: 'Crown', value: 'gold' }],
    }
    const others = Array.from({ length: 1_500 }, (_, index) => {
      return { number: index + 5, name: null, imageUrl: null, attributes: [] }
    })
    for (let times = 0; times < 2; times++) await store.keepPieces(file.id, [king, ...others])
    await store.keepPieces(other.id, [king])
    await store.changeFile(file, () => ({ file: 'removed', result: 0 }))
    const pages = await store.pieces([file.id, other.id], { limit: 2 })
    assertEqual(pages.get(file.id), [king, others[0]])
    assertEqual(pages.get(other.id), [king])
    const [last] = (await store.pieces([file.id], { after: 1_503, limit: 200 })).get(file.id) ?? []
    assertEqual(last, others.at(-1))
  })

  test('gives webhooks back as they were written and rewritten', async ({ store }) => {
    const owner = sampleUser(1)
    const plain = sampleWebhook(owner, 1)
    const full = sampleWebhook(owner, 2, {
      url: `https://example.org/${'x'.repeat(2_000)}`,
      events: ['drop.*', 'claim.confirmed'],
      previousSecret: { secret: 'sealed:old', until: SAMPLE_NOW },
      earlierSecrets: 'sealed:older',
      isActive: false,
      failingSince: SAMPLE_NOW,
      lastFailedAt: SAMPLE_NOW + 1,
    })
    await put(store, { users: [owner], webhooks: [plain, full] })
    const ids = [plain.id, full.id]
    assertEqual(
      await store.webhooks([...ids, sampleWebhook(owner, 9).id]),
      new Map([
        [plain.id, plain],
        [full.id, full],
      ]),
    )
    const { id, createdAt } = plain
    for (const next of [{ ...full, id, createdAt }, plain]) {
      const answer = await store.changeWebhook(id, () => ({ webhook: next, result: 'changed' }))
      assertEqual(answer, { ok: true, value: 'changed' })
      const seen = await store.changeWebhook(id, (locked) => ({ result: locked }))
      assertEqual(seen, { ok: true, value: next }, 'under the lock')
      assertEqual((await store.webhooks([id])).get(id), next)
    }
  })

  test('deletes a webhook if the decision says so', async ({ store }) => {
    const owner = sampleUser(1)
    const webhook = sampleWebhook(owner, 1)
    await put(store, { users: [owner], webhooks: [webhook] })
    await store.changeWebhook(webhook.id, () => ({ webhook: 'removed', result: undefined }))
    assertEqual(await store.webhooks([webhook.id]), new Map())
    const seen = await store.changeWebhook(webhook.id, (locked) => ({ result: locked }))
    assertEqual(seen, { ok: true, value: null })
  })

  test('lists the webhooks of a user, newest first', async ({ store }) => {
    const [owner, other] = [sampleUser(1), sampleUser(2)]
    const webhooks = [1, 2, 3].map((n) => sampleWebhook(owner, n, { isActive: n !== 2 }))
    await put(store, { users: [owner, other], webhooks: [...webhooks, sampleWebhook(other, 4)] })
    assertEqual(await store.listWebhooks(owner.id, { limit: 9 }), webhooks.toReversed())
    const read = await readAll<Webhook, WebhookId>(
      (page) => store.listWebhooks(owner.id, page),
      ({ id }) => id,
      1,
    )
    assertEqual(read, webhooks.toReversed())
  })
}

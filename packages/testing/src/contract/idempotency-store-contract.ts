import type {
  BegunRequest,
  Effect,
  IdempotencyKey,
  IdempotencyLease,
  IdempotencyStore,
  KeyValueStore,
  Store,
  User,
} from '@dropkit/core'
import { DAY_MS } from '@dropkit/core/internal'
import { assertEqual, assertNothingLogged, assertTrue, fail, loggedEvents, rejection } from '../assert.ts'
import { type Open, type TestRunner, testAtOnce, testWith } from '../runner.ts'
import { SAMPLE_NOW as NOW, put, putDrop, sampleEvent, sampleToken, sampleUser } from './sample-records.ts'
import { CHANGES, putChangeable } from './store-changes.ts'
import type { OpenedStore } from './store-contract.ts'

/** An empty idempotency store, and the ports on the same data. */
export interface OpenedIdempotencyStore extends OpenedStore {
  readonly idempotency: IdempotencyStore
  /** If the storage has one. Without it, `ChangeSet.notes` is not tested. */
  readonly keyValues?: KeyValueStore
}

const LEASE_MS = 60_000
const NOTE = 'note ☂'
const EFFECT: Effect = { kind: 'drop', id: 'drop_1 ☂' }
const ANSWER = `sealed:${'x'.repeat(5_000)}☂`

const KEY: IdempotencyKey = { userId: sampleUser(1).id, key: 'k'.repeat(255) }

const leaseOf = (begun: BegunRequest): IdempotencyLease => {
  if (begun.kind !== 'begun' && begun.kind !== 'took_effect') fail(`it is ${begun.kind}`)
  return begun.lease
}

/** The contract of every `IdempotencyStore`, together with the store whose changes it records. */
export function idempotencyStoreContract(run: TestRunner, open: Open<OpenedIdempotencyStore>): void {
  const test = testWith(run, open)

  const begin = (
    idempotency: IdempotencyStore,
    now = NOW,
    fingerprint = 'one',
    key = KEY,
  ): Promise<BegunRequest> =>
    idempotency.begin(key, fingerprint, { now, leaseMs: LEASE_MS, expiresAt: now + DAY_MS })

  /** Runs a change for a request: it creates a token. */
  const act = (store: Store, lease: IdempotencyLease, n = 9) => {
    const token = sampleToken(sampleUser(1), n)
    return store.create({ insert: { tokens: [token] }, idempotency: [{ lease, effect: EFFECT }] })
  }
  const tokens = async (store: Store) => (await store.listTokens({ limit: 50 })).length

  run.describe('as an idempotency store', () => {
    test('begins a request, and says of a second that the first is running', async ({ idempotency }) => {
      const lease = leaseOf(await begin(idempotency))
      assertEqual([lease.userId, lease.key], [KEY.userId, KEY.key])
      assertEqual(await begin(idempotency, NOW + 10), { kind: 'in_progress', retryAfterMs: LEASE_MS - 10 })
    })

    test('knows whether the request took effect', async ({ store, idempotency }) => {
      await putDrop(store)
      const lease = leaseOf(await begin(idempotency))
      assertEqual(await idempotency.tookEffect(lease), false)
      await act(store, lease)
      assertEqual(await idempotency.tookEffect(lease), true)
      const later = leaseOf(await begin(idempotency, NOW + LEASE_MS))
      assertEqual(await idempotency.tookEffect(later), true)
      assertEqual(await idempotency.tookEffect(lease), false, 'the lease that was lost')
    })

    test('gives the answer that was given, from then on', async ({ idempotency }) => {
      const lease = leaseOf(await begin(idempotency))
      assertEqual(await idempotency.answer(lease, ANSWER), true)
      for (const now of [NOW, NOW + 2 * LEASE_MS, NOW + DAY_MS - 1]) {
        assertEqual(await begin(idempotency, now), { kind: 'answered', answer: ANSWER })
      }
      assertEqual(await idempotency.answer(lease, 'another'), false, 'an answer is given once')
      assertEqual(await begin(idempotency), { kind: 'answered', answer: ANSWER })
    })

    test('distinguishes another request with the same key', async ({ store, idempotency }) => {
      await putDrop(store)
      const lease = leaseOf(await begin(idempotency))
      assertEqual(await begin(idempotency, NOW, 'other'), { kind: 'reused' }, 'while it is running')
      await act(store, lease)
      assertEqual(
        await begin(idempotency, NOW + LEASE_MS, 'other'),
        { kind: 'reused' },
        'once it took effect',
      )
      await idempotency.answer(lease, ANSWER)
      assertEqual(await begin(idempotency, NOW, 'other'), { kind: 'reused' }, 'once it is answered')
      assertEqual(await begin(idempotency), { kind: 'answered', answer: ANSWER })
    })

    test('keeps the keys of different users and different keys apart', async ({ idempotency }) => {
      await begin(idempotency)
      const others: IdempotencyKey[] = [
        { userId: sampleUser(2).id, key: KEY.key },
        { userId: KEY.userId, key: 'other' },
        { userId: KEY.userId, key: KEY.key.toUpperCase() },
        { userId: KEY.userId, key: 'Ünï ☂' },
      ]
      for (const key of others) assertEqual((await begin(idempotency, NOW, 'two', key)).kind, 'begun')
    })

    testAtOnce(run, open)('lets one of many simultaneous requests begin', async (_, turn) => {
      const answers = await Promise.all(Array.from({ length: 20 }, () => begin(turn().idempotency)))
      assertEqual(answers.filter(({ kind }) => kind === 'begun').length, 1)
      assertEqual(answers.filter(({ kind }) => kind === 'in_progress').length, 19)
    })

    test('frees a key after the lease of its request', async ({ store, idempotency }) => {
      await putDrop(store)
      const lost = leaseOf(await begin(idempotency))
      assertEqual((await begin(idempotency, NOW + LEASE_MS - 1)).kind, 'in_progress')
      const begun = await begin(idempotency, NOW + LEASE_MS)
      assertEqual(begun.kind, 'begun')
      assertTrue(leaseOf(begun).fence > lost.fence, 'the fence has grown')
      assertEqual(await idempotency.answer(lost, 'late'), false)
      await idempotency.forget(lost)
      assertEqual((await begin(idempotency, NOW + LEASE_MS)).kind, 'in_progress', 'what the lost one left')
      assertEqual(await idempotency.answer(leaseOf(begun), ANSWER), true)
    })

    test('frees a key if its lease ends later than any lease can', async ({ store, idempotency }) => {
      await putDrop(store)
      const wrong = leaseOf(await begin(idempotency, NOW + 9 * LEASE_MS))
      const right = await begin(idempotency)
      assertEqual(right.kind, 'begun')
      assertTrue(leaseOf(right).fence > wrong.fence, 'the fence has grown')
    })

    test('lets a late request finish while no other has taken over', async ({ store, idempotency }) => {
      await putDrop(store)
      const late = leaseOf(await begin(idempotency))
      assertEqual((await act(store, late)).ok, true)
      assertEqual(await idempotency.answer(late, ANSWER), true)
    })

    test('keeps the one-time value of an effect until there is an answer', async ({ store, idempotency }) => {
      await putDrop(store)
      const lease = leaseOf(await begin(idempotency))
      const effect = { ...EFFECT, shownOnce: 'sealed ☂' }
      await store.create({
        insert: { tokens: [sampleToken(sampleUser(1), 9)] },
        idempotency: [{ lease, effect }],
      })
      const begun = await begin(idempotency, NOW + LEASE_MS)
      assertEqual('effect' in begun && begun.effect, effect)
      await idempotency.forget(leaseOf(begun))
      const again = await begin(idempotency, NOW + LEASE_MS)
      assertEqual('effect' in again && again.effect, effect)
      assertEqual(await idempotency.answer(leaseOf(again), ANSWER), true)
      assertEqual(await begin(idempotency), { kind: 'answered', answer: ANSWER })
    })

    test('writes that a request took effect together with the effect', async ({ store, idempotency }) => {
      const { token } = await putDrop(store)
      const lease = leaseOf(await begin(idempotency))
      const answer = await store.changeToken(token.id, () => ({
        insert: { tokens: [sampleToken(sampleUser(1), 9)] },
        idempotency: [{ lease, effect: EFFECT }],
        result: 'done',
      }))
      assertEqual(answer, { ok: true, value: 'done' })
      // Its server crashes here, before it has answered.
      assertEqual((await begin(idempotency, NOW + 1)).kind, 'in_progress')
      const later = await begin(idempotency, NOW + LEASE_MS)
      assertTrue(later.kind === 'took_effect', `it is ${later.kind}`)
      assertEqual(later.effect, EFFECT)
      assertTrue(later.lease.fence > lease.fence, 'the fence has grown')
      assertEqual((await begin(idempotency, NOW + LEASE_MS)).kind, 'in_progress')
      assertEqual(await idempotency.answer(later.lease, ANSWER), true)
      assertEqual(await begin(idempotency, NOW + LEASE_MS), { kind: 'answered', answer: ANSWER })
      assertEqual(await tokens(store), 2)
    })

    for (const [method, change] of Object.entries(CHANGES)) {
      test(`writes all that ${method} is given, or nothing if the lease was lost or a value is taken`, async (opened) => {
        const { store, jobs, idempotency, keyValues } = opened
        const locked = await putChangeable(store)
        const { owner, token, drop, webhook, file } = locked
        await keyValues?.transact([NOTE], () => ({ writes: new Map([[NOTE, 'old']]), result: undefined }))
        const lost = leaseOf(await begin(idempotency))
        const current = leaseOf(await begin(idempotency, NOW + LEASE_MS))

        const [changed, added, event] = [
          { ...drop, title: 'Changed' },
          sampleToken(owner, 9),
          sampleEvent(drop),
        ]
        const write = (lease: IdempotencyLease, users: readonly User[] = []) =>
          change(store, locked, () => ({
            insert: { tokens: [added], users },
            update: { drops: [changed] },
            idempotency: [{ lease, effect: EFFECT }],
            events: [event],
            jobs: [{ kind: 'expire_claims', subject: drop.id, ownerId: owner.id, dueAt: NOW }],
            notes: new Map([[NOTE, 'new']]),
          }))
        const written = async () => ({
          drop: (await store.drops([drop.id])).get(drop.id),
          tokens: await store.listTokens({ limit: 9 }),
          due: (await jobs.backlog(NOW)).due,
          note: (await keyValues?.get([NOTE]))?.get(NOTE),
          webhook: (await store.webhooks([webhook.id])).has(webhook.id),
          file: (await store.files([file.id])).has(file.id),
        })
        const before = { drop, tokens: [token], due: 0, note: keyValues && 'old', webhook: true, file: true }
        assertEqual(await written(), before, 'the state before')

        const error = await rejection(() => write(lost), 'a change with a lost lease')
        assertEqual(error instanceof Error && error.name, 'LeaseLost')
        assertEqual(await written(), before, 'what a lost lease leaves')
        await assertNothingLogged(store, drop)

        const taken = sampleUser(5, { username: owner.username })
        assertEqual((await write(current, [taken])).ok, false, 'a username that is taken')
        assertEqual(await written(), before, 'what a conflict leaves')

        assertEqual((await write(current)).ok, true, 'the current holder may')
        assertEqual(await written(), {
          drop: changed,
          tokens: [added, token],
          due: 1,
          note: keyValues && 'new',
          webhook: method !== 'changeWebhook',
          file: method !== 'changeFile',
        })
        // An event that was lost, or that a conflict left, shows in the position of the next one.
        await store.create({ events: [sampleEvent(drop, { type: 'drop.paused' })] })
        assertEqual((await loggedEvents(store, 2))[1], { ...event, position: 2 }, 'the second event')
        const later = await begin(idempotency, NOW + 2 * LEASE_MS)
        assertEqual(later.kind === 'took_effect' && later.effect, EFFECT, 'the effect')
      })
    }

    test('rolls back a change whose request has ended or was never begun', async ({ store, idempotency }) => {
      await putDrop(store)
      const forgotten = leaseOf(await begin(idempotency))
      await idempotency.forget(forgotten)
      await rejection(() => act(store, forgotten), 'one that was forgotten')
      const answered = leaseOf(await begin(idempotency))
      await idempotency.answer(answered, ANSWER)
      await rejection(() => act(store, answered), 'one that was answered')
      await rejection(() => act(store, { ...answered, key: 'unknown' }), 'one that is unknown')
      assertEqual(await tokens(store), 1)
    })

    test('rolls back a second effect of a request', async ({ store, idempotency }) => {
      await putDrop(store)
      const lease = leaseOf(await begin(idempotency))
      await act(store, lease)
      const error = await rejection(() => act(store, lease, 10), 'a second effect')
      assertEqual(error instanceof Error && error.name, 'LeaseLost')
      assertEqual(await tokens(store), 2)
    })

    test('notes no effect of a change that is not committed', async ({ store, idempotency }) => {
      await putDrop(store)
      const lease = leaseOf(await begin(idempotency))
      const conflict = await store.create({
        insert: { users: [sampleUser(5, { username: 'creator' })] },
        idempotency: [{ lease, effect: EFFECT }],
      })
      assertEqual(conflict.ok, false)
      assertEqual((await begin(idempotency, NOW + LEASE_MS)).kind, 'begun', 'nothing took effect')
    })

    test('gives two requests of one change their own effects', async ({ store, idempotency }) => {
      await putDrop(store)
      const other: IdempotencyKey = { userId: sampleUser(2).id, key: 'other' }
      await put(store, { users: [sampleUser(2)] })
      const [first, second] = [
        leaseOf(await begin(idempotency)),
        leaseOf(await begin(idempotency, NOW, 'two', other)),
      ]
      const theirs: Effect = { kind: 'claim', id: 'claim_2' }
      await store.create({
        idempotency: [
          { lease: first, effect: EFFECT },
          { lease: second, effect: theirs },
        ],
      })
      const later = [
        await begin(idempotency, NOW + LEASE_MS),
        await begin(idempotency, NOW + LEASE_MS, 'two', other),
      ]
      assertEqual(
        later.map((begun) => begun.kind === 'took_effect' && begun.effect),
        [EFFECT, theirs],
      )
    })

    test('is as good as new when a request that did nothing is forgotten', async ({ idempotency }) => {
      const lease = leaseOf(await begin(idempotency))
      await idempotency.forget(lease)
      await idempotency.forget(lease)
      const anew = await begin(idempotency, NOW, 'other')
      assertEqual(anew.kind, 'begun')
      assertEqual(await idempotency.answer(lease, 'late'), false, 'the lease before')
      assertEqual(await idempotency.answer(leaseOf(anew), ANSWER), true)
    })

    test('deletes records after their time, and no others', async ({ idempotency }) => {
      await idempotency.answer(leaseOf(await begin(idempotency)), ANSWER)
      const young: IdempotencyKey = { ...KEY, key: 'young' }
      await idempotency.answer(leaseOf(await begin(idempotency, NOW + 1, 'one', young)), ANSWER)
      assertEqual((await begin(idempotency, NOW + DAY_MS - 1)).kind, 'answered')
      assertEqual((await begin(idempotency, NOW + DAY_MS, 'one', young)).kind, 'answered')
      assertEqual((await begin(idempotency, NOW + DAY_MS, 'other')).kind, 'begun')
      assertEqual((await begin(idempotency, NOW + 1 + DAY_MS, 'two', young)).kind, 'begun')
    })
  })
}

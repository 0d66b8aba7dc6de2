import { amountOf, type Claim, type GatingConfig } from '@dropkit/core'
import { HOUR_MS, idOf, MAX_AMOUNT } from '@dropkit/core/internal'
import { assertEqual, loggedEvents } from '../assert.ts'
import { type Open, type TestRunner, testAtOnce, testWith } from '../runner.ts'
import {
  expired,
  put,
  putDrop,
  SAMPLE_NOW,
  sampleClaim,
  sampleDrop,
  sampleEvent,
  sampleUser,
  submitted,
  uniquePart,
} from './sample-records.ts'
import type { OpenedStore } from './store-contract.ts'

/** The first instant of the hour of the samples. */
const HOUR = Math.floor(SAMPLE_NOW / HOUR_MS) * HOUR_MS

export function storeReportContract(run: TestRunner, open: Open<OpenedStore>): void {
  const test = testWith(run, open)

  test('counts the claims that were made since an hour began', async ({ store }) => {
    const { token, drop } = await putDrop(store)
    const other = sampleDrop(token, 2)
    await put(store, { drops: [other] })
    assertEqual(await store.claimsSince(drop.id, HOUR), 0)
    const madeAt = [HOUR - 2 * HOUR_MS, HOUR - 1, HOUR, HOUR, HOUR + HOUR_MS - 1, HOUR + HOUR_MS]
    const claims = madeAt.map((createdAt, n) => sampleClaim(drop, n + 1, { createdAt }))
    await put(store, { claims: claims.slice(0, 3) })
    await store.changeDrop(drop.id, {}, () => ({
      insert: { claims: claims.slice(3) },
      result: undefined,
    }))
    await put(store, { claims: [sampleClaim(other, 1, { createdAt: HOUR })] })
    const since = (instant: number) => store.claimsSince(drop.id, instant)
    assertEqual(await since(HOUR + 2 * HOUR_MS), 0)
    assertEqual(await since(HOUR + HOUR_MS), 1)
    assertEqual(await since(HOUR), 4)
    assertEqual(await since(HOUR - HOUR_MS), 5)
    assertEqual(await since(HOUR - 2 * HOUR_MS), 6)
    assertEqual(await since(0), 6)
    assertEqual(await since(HOUR + 1_234), 4, 'an instant within an hour stands for that hour')
    const released = claims.map((claim) => ({ ...claim, slot: -claim.sequence, state: expired() }))
    await store.create({ update: { claims: released } })
    assertEqual(await since(HOUR), 4, 'what was made was made, whatever became of it')
  })

  testAtOnce(run, open)('counts claims that are made at once', async ({ store }, turn) => {
    const { drop } = await putDrop(store)
    await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        put(turn().store, {
          claims: [2 * n + 1, 2 * n + 2].map((sequence) =>
            sampleClaim(drop, sequence, { createdAt: HOUR + sequence }),
          ),
        }),
      ),
    )
    assertEqual(await store.claimsSince(drop.id, HOUR), 20)
  })

  test('counts no claim of a change that was rolled back', async ({ store }) => {
    const { drop } = await putDrop(store, { shortcode: 'taken' })
    const answer = await store.create({
      insert: {
        claims: [sampleClaim(drop, 1, { createdAt: HOUR })],
        users: [sampleUser(9, { username: 'creator' })],
      },
    })
    assertEqual([answer.ok, await store.claimsSince(drop.id, HOUR)], [false, 0])
  })

  test('sums up ranges of claims that were made before an instant, to the last unit', async ({ store }) => {
    const { token, drop } = await putDrop(store)
    const other = sampleDrop(token, 2)
    await put(store, { drops: [other], claims: [sampleClaim(other, 1)] })
    const most = amountOf(MAX_AMOUNT)
    const made = (sequence: number, more: Partial<Claim>) =>
      sampleClaim(drop, sequence, { createdAt: HOUR + sequence, ...more })
    await put(store, {
      claims: [
        made(1, { amount: most, state: { kind: 'CONFIRMED', txHash: 'tx', claimedAt: HOUR } }),
        made(2, { amount: most, state: { kind: 'CONFIRMED', txHash: 'tx', claimedAt: HOUR } }),
        made(3, { amount: amountOf(5n), slot: -3, state: expired() }),
        made(4, { amount: amountOf(7n) }),
        made(10, { amount: amountOf(8n), state: submitted() }),
      ],
    })
    const sums = await store.claimSums(drop.id, [
      { after: 0, upTo: 4, before: HOUR + 99 },
      { after: 0, upTo: 3, before: HOUR + 99 },
      { after: 2, upTo: 4, before: HOUR + 4 },
      { after: 4, upTo: 9, before: HOUR + 99 },
      { after: 9, upTo: 10, before: HOUR + 99 },
    ])
    assertEqual(sums, [
      { claims: 3, amount: 2n * MAX_AMOUNT + 7n, isSettled: false, firstAt: HOUR + 1 },
      { claims: 2, amount: 2n * MAX_AMOUNT, isSettled: true, firstAt: HOUR + 1 },
      { claims: 0, amount: 0n, isSettled: true, firstAt: HOUR + 3 },
      { claims: 0, amount: 0n, isSettled: true, firstAt: null },
      { claims: 1, amount: 8n, isSettled: false, firstAt: HOUR + 10 },
    ])
    assertEqual(await store.claimSums(drop.id, []), [])
  })

  test('reads the claims of a drop on from a sequence, oldest first', async ({ store }) => {
    const { token, drop } = await putDrop(store)
    const other = sampleDrop(token, 2)
    const claims = [1, 2, 3, 4, 10].map((sequence) => sampleClaim(drop, sequence))
    await put(store, { drops: [other], claims: [...claims.toReversed(), sampleClaim(other, 1)] })
    const read = async (after: number, limit: number) =>
      (await store.claimsInOrder(drop.id, after, limit)).map(({ sequence }) => sequence)
    assertEqual(await store.claimsInOrder(drop.id, 0, 9), claims)
    assertEqual([await read(0, 2), await read(2, 2), await read(4, 2)], [[1, 2], [3, 4], [10]])
    assertEqual(await read(10, 2), [])
    await store.create({ update: { drops: [{ ...drop, deletedAt: SAMPLE_NOW }] } })
    assertEqual(await read(3, 9), [4, 10], 'also of a deleted drop')
  })

  test('finds the gating config of a drop by its id, as it is now', async ({ store }) => {
    const gating = (n: number, more: Partial<GatingConfig> = {}): GatingConfig => ({
      id: idOf('gating', uniquePart(n)),
      ownerId: sampleUser(1).id,
      isActive: true,
      rules: [{ key: 'claim_count', operator: '>=', value: '1', description: null }],
      version: 1,
      updatedAt: SAMPLE_NOW,
      ...more,
    })
    const { token, drop } = await putDrop(store, { gating: gating(1) })
    const other = sampleDrop(token, 2, { gating: gating(2, { rules: [], isActive: false }) })
    await put(store, { drops: [other] })
    assertEqual(await store.gatingConfig(gating(1).id), gating(1))
    assertEqual(await store.gatingConfig(gating(2).id), other.gating)
    assertEqual(await store.gatingConfig(gating(3).id), undefined)
    const changed = gating(1, { version: 2, rules: [] })
    await store.create({ update: { drops: [{ ...drop, gating: changed }] } })
    assertEqual(await store.gatingConfig(gating(1).id), changed)
    await store.create({ update: { drops: [{ ...drop, gating: changed, deletedAt: SAMPLE_NOW }] } })
    assertEqual(await store.gatingConfig(gating(1).id), undefined, 'of a deleted drop')
  })

  test('chooses events by the purchase they are about', async ({ store }) => {
    const { drop } = await putDrop(store)
    const intentId = idOf('intent', uniquePart(1))
    const other = idOf('intent', uniquePart(2))
    await store.create({
      events: [
        sampleEvent(drop, { type: 'payment.created', intentId }),
        sampleEvent(drop),
        sampleEvent(drop, { type: 'payment.created', intentId: other }),
        sampleEvent(drop, { type: 'payment.confirmed', intentId }),
      ],
    })
    await loggedEvents(store, 4)
    const positions = async (more: { since?: number; after?: number; limit?: number }) =>
      (await store.events({ limit: 9, intentId, ...more })).map(({ position }) => position)
    assertEqual(await positions({}), [4, 1])
    assertEqual(await positions({ since: 0 }), [1, 4])
    assertEqual(await positions({ since: 1 }), [4])
    assertEqual(await positions({ after: 4 }), [1])
  })
}

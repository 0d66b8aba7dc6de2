import { transferKey, type UnmatchedState, type UsedPayment } from '@dropkit/core'
import { assertEqual, present } from '../assert.ts'
import { type Open, type TestRunner, testWith } from '../runner.ts'
import { sampleIntent, sampleUnmatched } from './sample-accounts.ts'
import { put, putDrop, SAMPLE_NOW } from './sample-records.ts'
import type { OpenedStore } from './store-contract.ts'

const CONFLICT = { ok: false, error: { kind: 'unique_conflict', field: 'txHash' } }

/**
 * The contract of a `Store` for payments without an intent: each transfer is used once, by an intent, by an unmatched
 * payment, or by its return.
 */
export function storeUnmatchedContract(run: TestRunner, open: Open<OpenedStore>): void {
  const test = testWith(run, open)

  test('keeps unmatched payments, and takes their transfers with them', async ({ store }) => {
    const { drop } = await putDrop(store)
    const intent = sampleIntent(drop, 1)
    await put(store, { paymentIntents: [intent] })
    const [first, second] = [sampleUnmatched(1), sampleUnmatched(2, { txHash: 'unmatched-1', index: 1 })]
    assertEqual((await store.create({ insert: { unmatchedPayments: [first, second] } })).ok, true)
    assertEqual([...(await store.unmatchedPayments([first.id, second.id])).values()].length, 2)
    const at = await store.unmatchedAt([first, { txHash: 'unmatched-1', index: 2 }])
    assertEqual([...at], [[transferKey(first), first]])
    const uses = await store.usesOf([first, second, { txHash: 'unmatched-1', index: 2 }])
    assertEqual([uses.size, uses.get('unmatched-1'), uses.get('unmatched-1#1')], [2, null, null])
    const again = sampleUnmatched(3, { txHash: first.txHash })
    assertEqual(await store.create({ insert: { unmatchedPayments: [again] } }), CONFLICT)
    await put(store, { usedPayments: [{ txHash: 'used', index: 0, intentId: intent.id }] })
    const late = sampleUnmatched(4, { txHash: 'used' })
    assertEqual(await store.create({ insert: { unmatchedPayments: [sampleUnmatched(5), late] } }), CONFLICT)
    assertEqual((await store.unmatchedAt([sampleUnmatched(5)])).size, 0, 'nothing of it was written')
  })

  test('assigns an unmatched payment to the first intent that uses it', async ({ store }) => {
    const { drop } = await putDrop(store)
    const [one, other] = [sampleIntent(drop, 1), sampleIntent(drop, 2)]
    const payment = sampleUnmatched(1)
    await put(store, { paymentIntents: [one, other], unmatchedPayments: [payment] })
    const use = (intentId: typeof one.id) =>
      store.changeDrop(drop.id, {}, () => ({
        result: undefined,
        insert: { usedPayments: [{ txHash: payment.txHash, index: 0, intentId }] },
      }))
    assertEqual((await use(one.id)).ok, true)
    const stored = present((await store.unmatchedPayments([payment.id])).get(payment.id))
    assertEqual(stored.state, { kind: 'ASSIGNED', intentId: one.id })
    assertEqual((await store.usesOf([payment])).get(transferKey(payment)), one.id)
    assertEqual(await use(other.id), CONFLICT)
    assertEqual(await use(one.id), CONFLICT)
  })

  test('gives no intent a payment that is being returned', async ({ store }) => {
    const { drop } = await putDrop(store)
    const intent = sampleIntent(drop, 1)
    const payment = sampleUnmatched(1)
    await put(store, { paymentIntents: [intent], unmatchedPayments: [payment] })
    const { txHash, index } = payment
    const state: UnmatchedState = { kind: 'RETURNING', signed: null, problem: null, tries: 0 }
    const returned = await store.changeUnmatchedPayment(payment.id, (stored) => ({
      result: stored?.state.kind,
      insert: { usedPayments: [{ txHash, index, intentId: null }] },
      update: { unmatchedPayments: [{ ...payment, state }] },
    }))
    assertEqual(returned, { ok: true, value: 'OPEN' })
    const used = await store.create({ insert: { usedPayments: [{ txHash, index, intentId: intent.id }] } })
    assertEqual(used, CONFLICT)
    assertEqual((await store.unmatchedPayments([payment.id])).get(payment.id)?.state, state)
  })

  test('gives one intent a payment that has become OPEN again', async ({ store }) => {
    const { drop } = await putDrop(store)
    const [one, other] = [sampleIntent(drop, 1), sampleIntent(drop, 2)]
    const payment = sampleUnmatched(1)
    await put(store, { paymentIntents: [one, other], unmatchedPayments: [payment] })
    const { txHash, index } = payment
    const become = (state: UnmatchedState, usedPayments: UsedPayment[] = []) =>
      store.changeUnmatchedPayment(payment.id, () => ({
        result: undefined,
        insert: { usedPayments },
        update: { unmatchedPayments: [{ ...payment, state }] },
      }))
    const returning: UnmatchedState = { kind: 'RETURNING', signed: null, problem: 'denied', tries: 1 }
    await become(returning, [{ txHash, index, intentId: null }])
    await become({ kind: 'OPEN' })
    assertEqual((await store.usesOf([payment])).get(transferKey(payment)), null)
    const use = (intentId: typeof one.id) =>
      store.create({ insert: { usedPayments: [{ txHash, index, intentId }] } })
    assertEqual((await use(one.id)).ok, true)
    const stored = present((await store.unmatchedPayments([payment.id])).get(payment.id))
    assertEqual(stored.state, { kind: 'ASSIGNED', intentId: one.id })
    assertEqual(await use(other.id), CONFLICT)
  })

  test('stores the state of a return', async ({ store }) => {
    const states: UnmatchedState[] = [
      { kind: 'RETURNING', signed: null, problem: 'no funds', tries: 3 },
      {
        kind: 'RETURNING',
        signed: { bytes: 'bytes', digest: 'digest', expiresAt: SAMPLE_NOW },
        problem: null,
        tries: 1,
      },
      { kind: 'RETURNED', txHash: 'returned' },
    ]
    const payment = sampleUnmatched(1, { memo: 'x', reason: 'SEVERAL_INTENTS', possibleUser: 'several' })
    await put(store, { unmatchedPayments: [payment] })
    for (const state of states) {
      const changed = { ...payment, state, updatedAt: SAMPLE_NOW + 99 }
      await store.changeUnmatchedPayment(payment.id, () => ({
        result: undefined,
        update: { unmatchedPayments: [changed] },
      }))
      assertEqual((await store.unmatchedPayments([payment.id])).get(payment.id), changed)
    }
  })

  test('lists them newest first, by state, and counts those that need work', async ({ store }) => {
    const returning: UnmatchedState = { kind: 'RETURNING', signed: null, problem: null, tries: 0 }
    const payments = [1, 2, 3, 4].map((n) => sampleUnmatched(n, n === 3 ? { state: returning } : {}))
    await put(store, { unmatchedPayments: payments })
    const listed = async (...terms: Parameters<typeof store.listUnmatchedPayments>) =>
      (await store.listUnmatchedPayments(...terms)).map(({ txHash }) => txHash)
    assertEqual(await listed(null, { limit: 2 }), ['unmatched-4', 'unmatched-3'])
    assertEqual(await listed(null, { limit: 9, after: present(payments[2]).id }), [
      'unmatched-2',
      'unmatched-1',
    ])
    assertEqual(await listed('OPEN', { limit: 2 }), ['unmatched-4', 'unmatched-2'])
    assertEqual(await listed('RETURNING', { limit: 9 }), ['unmatched-3'])
    assertEqual(await store.countUnmatchedPayments(), { open: 3, returning: 1 })
  })
}

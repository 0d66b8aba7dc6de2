import { createTestService, granted, testWallet } from '@dropkit/testing'
import { expect, test } from 'vitest'
import type { PaymentIntent } from '../../domain/payment/payment-intent.ts'
import { changeIntent } from './change-intent.ts'

test('an intent is changed in its current state, and a missing intent is an error', async () => {
  const { ports, dropkit, owner, createDrop, rereadIntent } = await createTestService()
  const [drop, other] = [await createDrop({ price: 2 }), await createDrop({ price: 2 })]
  const order = { dropId: drop.id, walletAddress: testWallet(1), paymentMethod: 'SUI' }
  const intent = granted(await dropkit.createPaymentIntent(owner, order))
  const touch = (place: Pick<PaymentIntent, 'id' | 'dropId'>) =>
    changeIntent(ports, place, (current, dropState) => {
      expect([current, dropState.drop.id]).toEqual([intent, drop.id])
      return { result: 'touched', update: { paymentIntents: [{ ...current, updatedAt: 1 }] } }
    })
  const places = [
    { id: intent.id, dropId: other.id },
    { id: intent.id, dropId: 'drop_nothing' as never },
    { id: 'intent_nothing' as never, dropId: drop.id },
  ]
  for (const place of places)
    await expect(touch(place)).rejects.toThrow(`there is no ${place.id} on ${place.dropId}`)
  expect(await touch(intent)).toEqual({ ok: true, value: 'touched' })
  expect((await rereadIntent(intent)).updatedAt).toBe(1)
})

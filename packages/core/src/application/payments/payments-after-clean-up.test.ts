import { createTestService, granted, testWallet } from '@dropkit/testing'
import { expect, test } from 'vitest'

test('a second payment for an order of a cancelled drop is refunded, even after the clean-up has ended', async () => {
  const service = await createTestService()
  const { dropkit, owner } = service
  const drop = await service.createDrop({ price: 0.000_000_007 })
  const order = { dropId: drop.id, walletAddress: testWallet(1), paymentMethod: 'SUI' }
  const intent = granted(await dropkit.createPaymentIntent(owner, order))
  const txHash = service.pay(intent)
  granted(await dropkit.confirmPaymentIntent(owner, { id: intent.id, txHash }))
  granted(await dropkit.updateDrop(owner, drop.id, { status: 'CANCELLED' }))
  await service.pass(60_000)
  expect(await service.rereadIntent(intent)).toMatchObject({ refunded: 7n })

  service.pay(intent, { memo: intent.externalId })
  await service.pass(60_000)
  expect(await service.rereadIntent(intent)).toMatchObject({ refunded: 14n })
})

test('a payment for an unpaid order of a deleted drop is refunded, even after the clean-up has ended', async () => {
  const service = await createTestService()
  const { dropkit, owner } = service
  const drop = await service.createDrop({ price: 0.000_000_007 })
  const order = { dropId: drop.id, walletAddress: testWallet(1), paymentMethod: 'SUI' }
  const intent = granted(await dropkit.createPaymentIntent(owner, order))
  granted(await dropkit.deleteDrop(owner, drop.id))
  await service.pass(60_000)
  service.pay(intent)
  await service.pass(60_000)
  expect(await service.rereadIntent(intent)).toMatchObject({ refunded: 7n })
})

import { createTestPorts } from '@dropkit/testing'
import { expect, test } from 'vitest'
import { createDropkit } from '../dropkit.ts'

test('a drop keeps the currency it was made with, also while it costs nothing', async () => {
  const ports = createTestPorts()
  const usdc = { code: 'USDC', coinType: '0x2::usdc::USDC', decimals: 6 }
  const prices = { ...ports.prices, currencies: () => [...ports.prices.currencies(), usdc] }
  const dropkit = createDropkit({ ...ports, prices })
  const made = await dropkit.createLocalUser({ username: 'owner', key: { name: 'first' } })
  if (!made.ok) throw new Error('no user')
  const caller = { user: made.value.user, credential: { kind: 'system' } } as const
  const token = await dropkit.createToken(caller, { name: 'Pepper', symbol: 'PEPPER', supply: '100' })
  if (!token.ok) throw new Error('no token')
  const terms = { title: 'Priced later', type: 'TOKEN', claimType: 'REGULAR', maxAmount: '100' } as const
  const drop = await dropkit.createDrop(caller, {
    ...terms,
    existingTokenId: token.value.id,
    currency: 'usdc',
  })
  expect(drop).toMatchObject({ ok: true, value: { currency: 'USDC', price: null } })
  if (!drop.ok) return
  const priced = await dropkit.updateDrop(caller, drop.value.id, { price: 1.5 })
  expect(priced).toMatchObject({
    value: { currency: 'USDC', price: { atomic: 1_500_000n, currency: 'USDC' } },
  })
  const free = await dropkit.updateDrop(caller, drop.value.id, { price: null })
  expect(free).toMatchObject({ value: { currency: 'USDC', price: null } })
})

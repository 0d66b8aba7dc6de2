import { createTestService, granted, refusalOf, type TestService, testWallet } from '@dropkit/testing'
import { expect, test } from 'vitest'
import { idOfClaim } from '../../domain/claim.ts'
import { createDropkit } from '../dropkit.ts'
import { DEFAULT_SETTINGS } from '../settings.ts'
import { createUserLimits } from '../user-limits.ts'

const served = (service: TestService, terms = {}) => service.createDrop({ delivery: 'SERVER', ...terms })

test('a drop with delivery SERVER pays fixed amounts without a voucher', async () => {
  const service = await createTestService()
  const drop = await served(service)
  const order = { dropId: drop.id, userAddress: testWallet(1) }
  const { claim, voucher } = granted(await service.dropkit.claimDrop(service.owner, order))
  expect([voucher, claim.state]).toEqual([null, { kind: 'PENDING', expiresAt: null }])
  expect(granted(await service.dropkit.claimDrop(service.owner, order)).claim).toEqual(claim)
  expect(await service.dropkit.prepareClaim(service.owner, idOfClaim(claim))).toMatchObject({
    error: { kind: 'conflict' },
  })
  await service.pass(20_000, 8)
  const found = await service.dropkit.readClaim(service.owner, idOfClaim(claim))
  expect(found).toMatchObject({ amount: 10n, state: { kind: 'CONFIRMED' } })
  expect(refusalOf(await service.dropkit.claimDrop(service.owner, order))).toBe('already_claimed')
})

test('claims keep the delivery that they were made with', async () => {
  const service = await createTestService()
  const drop = await service.createDrop()
  const claim = async (n: number) =>
    granted(await service.dropkit.claimDrop(service.owner, { dropId: drop.id, userAddress: testWallet(n) }))
  const byVoucher = await claim(1)
  granted(await service.dropkit.updateDrop(service.owner, drop.id, { delivery: 'SERVER' }))
  const delivered = await claim(2)
  granted(await service.dropkit.updateDrop(service.owner, drop.id, { delivery: 'WALLET' }))
  expect([byVoucher.voucher === null, delivered.voucher === null]).toEqual([false, true])
  await service.pass(20_000, 8)
  const states = await service.ports.store.claimsInOrder(drop.id, 0, 9)
  expect(states.map(({ state }) => state.kind)).toEqual(['PENDING', 'CONFIRMED'])
})

test('a claim is refused while the gas of the drop’s owner is used up, and its reason is named', async () => {
  const { ports, owner, ...service } = await createTestService()
  const keyValues = ports.memory.keyValues
  const dropkit = createDropkit({ ...ports, keyValues }, { gasPerUserDay: 20_000_000 })
  const [drop, byVoucher] = [await service.createDrop({ delivery: 'SERVER' }), await service.createDrop()]
  const claim = (dropId: string, n: number) =>
    dropkit.claimDrop(owner, { dropId, userAddress: testWallet(n) })
  granted(await claim(drop.id, 1))
  await createUserLimits(
    { ...ports, keyValues },
    { ...DEFAULT_SETTINGS, gasPerUserDay: 20_000_000 },
  )?.gas.note(drop.id, 20_000_000n)
  ports.clock.advance(1_000)
  expect(await claim(drop.id, 2)).toMatchObject({ error: { kind: 'rate_limited', limit: 'gasPerUserDay' } })
  granted(await claim(byVoucher.id, 2))
})

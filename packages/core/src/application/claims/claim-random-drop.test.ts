import { createTestService, granted, testWallet } from '@dropkit/testing'
import { expect, test } from 'vitest'

test('a draw that finds new rules each time it has gathered facts is refused in the answer, as by any rule', async () => {
  const service = await createTestService()
  const drop = await service.createDrop({ tokenAmount: '0', supply: 5 })
  const { chain } = service.ports
  const { balances } = chain
  let changes = 0
  const changeRules = async () => {
    const value = `0x${++changes}::club::CLUB:1`
    const rules = [{ key: 'token_balance', operator: '>=', value }]
    granted(await service.dropkit.updateGatingConfig(service.owner, drop.id, { rules }))
  }
  await changeRules()
  Object.assign(chain, {
    balances: async (...question: Parameters<typeof balances>) => {
      await changeRules()
      return balances(...question)
    },
  })
  const input = { dropId: drop.id, userAddress: testWallet(1) }
  expect(granted(await service.dropkit.claimRandomDrop(service.owner, input))).toEqual({
    kind: 'refused',
    refusal: { kind: 'eligibility_unknown', reason: expect.any(String) },
    claim: null,
  })
  expect(changes).toBeGreaterThan(3)
  expect((await service.reread(drop)).tally.reservedCount).toBe(0)
})

import { createTestService, granted, testWallet } from '@dropkit/testing'
import { expect, test } from 'vitest'
import type { ClaimPlace } from '../../domain/ids.ts'
import { changeClaim } from './change-claim.ts'

test('a claim is changed in its current state, and a missing claim is an error', async () => {
  const { ports, dropkit, owner, createDrop } = await createTestService()
  const drop = await createDrop()
  const input = { dropId: drop.id, userAddress: testWallet(1) }
  const { claim } = granted(await dropkit.claimDrop(owner, input))
  const touch = (place: ClaimPlace) =>
    changeClaim(ports, place, [], (current, dropState) => {
      expect([current, dropState.drop.id]).toEqual([claim, drop.id])
      return { result: 'touched', update: { claims: [{ ...current, createdAt: 1 }] } }
    })
  const nowhere = { dropId: 'drop_nothing' as never, sequence: 1 }
  for (const place of [{ ...claim, sequence: 2 }, nowhere]) {
    await expect(touch(place)).rejects.toThrow('invariant broken: there is no ')
  }
  expect(await touch(claim)).toBe('touched')
  expect((await ports.store.claimsInOrder(drop.id, 0, 9)).map(({ createdAt }) => createdAt)).toEqual([1])
})

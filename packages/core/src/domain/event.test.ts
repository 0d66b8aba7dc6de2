import { confirmed, failed, OWNER, sampleClaim, sampleDrop, sampleToken, sampleUser } from '@dropkit/testing'
import { expect, test } from 'vitest'
import { amountOf } from './amount.ts'
import { idOfClaim } from './claim.ts'
import { claimEvent, claimedEvent, coversEvent, dropEvent, unknownEvents } from './event.ts'

const drop = sampleDrop(sampleToken(OWNER, 1), 1, { pool: amountOf(100n) })
const callerId = sampleUser(2).id
const claim = sampleClaim(drop, 3, { callerId, streak: 2 })
const about = { ownerId: OWNER.id, dropId: drop.id, tokenId: drop.tokenId, intentId: null }

test('a pattern covers one event, an area or all of them', () => {
  const covers = (pattern: string) => coversEvent(pattern, 'drop.claimed')
  expect(['*', 'drop.*', 'drop.claimed'].map(covers)).toEqual([true, true, true])
  expect(['dro.*', 'claim.*', 'drop', 'drop.', 'drop.claim', 'drop.claimed.*'].map(covers)).toEqual(
    Array(6).fill(false),
  )
})

test('a refusal of unknown events names a hundred of them at most, and long names in part', () => {
  const unknown = Array.from({ length: 10_000 }, (_, n) => `${n}`.repeat(1_000))
  const refusal = unknownEvents('types', unknown)
  expect(refusal).toMatchObject({ details: { unknown: { length: 100 } } })
  expect(JSON.stringify(refusal).length).toBeLessThan(50_000)
})

test('the event of a drop says which drop it is', () => {
  expect(dropEvent('drop.paused', drop, 5, null)).toEqual({
    type: 'drop.paused',
    at: 5,
    actorId: null,
    ...about,
    data: { dropId: drop.id },
  })
})

test('the event of a reservation contains the remaining amount', () => {
  const tally = { ...drop.tally, reservedAmount: amountOf(30n), reservedCount: 3 }
  const data = {
    dropId: drop.id,
    claimId: idOfClaim(claim),
    userAddress: claim.claimer,
    sequence: 3,
    streak: 2,
    claimedAmount: '30',
    remainingBalance: '70',
    claimCount: 3,
  }
  for (const amount of [10n, 11n, 11n, 10n]) {
    expect(claimedEvent({ ...claim, amount: amountOf(amount) }, drop, tally)).toEqual({
      type: 'drop.claimed',
      at: claim.createdAt,
      actorId: callerId,
      ...about,
      data: { ...data, amount: String(amount) },
    })
  }
})

test('the event of a claim’s end contains its state and its proof', () => {
  const data = {
    dropId: drop.id,
    claimId: idOfClaim(claim),
    userAddress: claim.claimer,
    amount: '10',
    sequence: 3,
  }
  expect(claimEvent('claim.confirmed', { ...claim, state: confirmed() }, drop.tokenId, 5, null)).toEqual({
    type: 'claim.confirmed',
    at: 5,
    actorId: callerId,
    ...about,
    data: { ...data, status: 'CONFIRMED', txHash: 'tx' },
  })
  expect(claimEvent('claim.failed', { ...claim, state: failed() }, null, 5, OWNER.id)).toMatchObject({
    actorId: OWNER.id,
    tokenId: null,
    data: { ...data, status: 'FAILED', reason: 'aborted' },
  })
})

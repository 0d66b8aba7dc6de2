import { OWNER, sampleAddress, sampleToken } from '@dropkit/testing'
import { describe, expect, test } from 'vitest'
import { amountOf } from './amount.ts'
import { divideSupply, parseCoinType } from './token.ts'
import { tokenEvent } from './token-event.ts'

const supply = amountOf(100n)

describe('the supply of a token', () => {
  test('is for drops as far as nothing else is said of it', () => {
    const whole = { communityDrops: 100n, publicSale: 0n, creator: 0n }
    expect(divideSupply(supply, {})).toEqual({ ok: true, value: whole })
    expect(divideSupply(supply, { publicSale: amountOf(30n), creator: amountOf(20n) })).toEqual({
      ok: true,
      value: { communityDrops: 50n, publicSale: 30n, creator: 20n },
    })
    expect(divideSupply(supply, { communityDrops: amountOf(10n), creator: amountOf(20n) })).toEqual({
      ok: true,
      value: { communityDrops: 10n, publicSale: 0n, creator: 20n },
    })
    expect(divideSupply(supply, { creator: supply })).toEqual({
      ok: true,
      value: { communityDrops: 0n, publicSale: 0n, creator: 100n },
    })
  })

  test('is not divided into more than there is', () => {
    const given = { communityDrops: amountOf(40n), publicSale: amountOf(30n), creator: amountOf(31n) }
    expect(divideSupply(supply, given)).toMatchObject({
      error: { field: 'communityDropsReserve', details: { sum: '101', supply: '100' } },
    })
    expect(divideSupply(supply, { creator: amountOf(101n) }).ok).toBe(false)
  })
})

describe('a coin type', () => {
  test.each([
    [' 0x2::sui::SUI ', `${sampleAddress(2)}::sui::SUI`],
    ['0xAB::a_1::B_2', `0x${'ab'.padStart(64, '0')}::a_1::B_2`],
    ['0x2::coin::LP<0x2::sui::SUI, u8>', `${sampleAddress(2)}::coin::LP<0x2::sui::SUI, u8>`],
  ])('%s is %s', (text, coinType) => {
    expect(parseCoinType(text, 'coinType')).toEqual({ ok: true, value: coinType })
  })

  test.each([
    '2::sui::SUI',
    '0x::sui::SUI',
    `0x${'1'.repeat(65)}::sui::SUI`,
    '0x2::1sui::SUI',
    '0x2::sui::1SUI',
    '0x2::sui::SUI<>',
    '0x2::sui::SUI>',
    '0x2::sui',
    'x0x2::sui::SUI',
    '0x2::sui::SUI x',
  ])('is not %s', (text) => {
    expect(parseCoinType(text, 'coinType')).toMatchObject({ error: { field: 'coinType' } })
  })
})

test('the event of a token contains its state', () => {
  const token = sampleToken(OWNER, 1)
  const data = { tokenId: token.id, name: 'Token 1', symbol: 'T1' }
  expect(tokenEvent('token.created', token, 5, OWNER.id)).toEqual({
    type: 'token.created',
    at: 5,
    ownerId: OWNER.id,
    actorId: OWNER.id,
    dropId: null,
    tokenId: token.id,
    intentId: null,
    data: { ...data, status: 'PENDING' },
  })
  const [address, packageId, coinType] = [sampleAddress(1), sampleAddress(2), '0x2::t::T']
  const deployment = { kind: 'DEPLOYED', address, packageId, coinType, txHash: null } as const
  expect(tokenEvent('token.deployed', { ...token, deployment }, 5, null).data).toEqual({
    ...data,
    status: 'DEPLOYED',
    coinType,
    packageId,
  })
  const failed = { kind: 'FAILED', txHash: 'tx', reason: 'no' } as const
  expect(tokenEvent('token.failed', { ...token, deployment: failed }, 5, null).data).toEqual({
    ...data,
    status: 'FAILED',
    reason: 'no',
  })
})

import { sampleAddress, sampleDrop, sampleToken, sampleUser } from '@dropkit/testing'
import { expect, test } from 'vitest'
import { amountOf } from '../../domain/amount.ts'
import type { Drop, Tally, Vault } from '../../domain/drop.ts'
import { comparePromises } from './audit-drop.ts'

const token = sampleToken(sampleUser(1), 1)

const tally = (more: Partial<Tally>): Tally => ({
  reservedAmount: amountOf(0n),
  reservedCount: 0,
  heldAmount: amountOf(0n),
  heldItems: 0,
  lastSequence: 0,
  order: null,
  ...more,
})

const vault = (deposited: bigint): Vault => ({
  kind: 'open',
  objectId: sampleAddress(1),
  packageId: sampleAddress(2),
  coinType: 'coin',
  deposited: amountOf(deposited),
  alarm: null,
  missing: amountOf(0n),
})
const closed: Vault = { kind: 'closed', objectId: sampleAddress(1) }

const said = (more: Partial<Drop>, { vouchers, deliveries } = { vouchers: 0, deliveries: 0 }) => {
  const waiting = { vouchers, deliveries, undrawn: 0 }
  const differences: unknown[] = []
  comparePromises(sampleDrop(token, 1, more), { waiting }, (_, ...difference) => differences.push(difference))
  return differences
}

test('a pool contains reserved and held amounts together', () => {
  const promised = tally({ reservedAmount: amountOf(600n), heldAmount: amountOf(400n) })
  expect(said({ tally: promised, pool: amountOf(1_000n), status: 'PAUSED' })).toEqual([])
  expect(said({ tally: promised, pool: amountOf(999n), status: 'PAUSED' })).toEqual([
    ['pool', 999n, 'at least 1000, which is reserved or held'],
  ])
})

test('there are as many items as are reserved and held, together', () => {
  const promised = tally({ reservedCount: 3, heldItems: 2 })
  expect(said({ tally: promised, supply: 5, status: 'PAUSED' })).toEqual([])
  expect(said({ tally: promised, supply: 4, status: 'PAUSED' })).toEqual([['supply', 4, 'at least 5']])
})

test('an open vault holds the reserved amounts', () => {
  const promised = tally({ reservedAmount: amountOf(600n) })
  expect(said({ tally: promised, vault: vault(600n) })).toEqual([])
  expect(said({ tally: promised, vault: { kind: 'none' } })).toEqual([])
  expect(said({ tally: promised, vault: vault(599n) })).toEqual([
    ['vault.deposited', 599n, 'at least 600, which is reserved'],
  ])
})

test('no claim waits for a closed vault', () => {
  expect(said({ vault: closed })).toEqual([])
  expect(said({ vault: vault(0n) }, { vouchers: 1, deliveries: 1 })).toEqual([])
  for (const [vouchers, deliveries] of [
    [1, 0],
    [0, 1],
    [2, 2],
  ] as const)
    expect(said({ vault: closed }, { vouchers, deliveries })).toEqual([
      ['claims on a closed vault', vouchers + deliveries, 0],
    ])
})

test('a drop is sold out exactly when nothing fits any more, unless it may not be opened again', () => {
  const full = tally({ reservedAmount: amountOf(1_000n), reservedCount: 100 })
  const claimDeadline = 1
  expect(said({ status: 'ACTIVE', tally: full })).toEqual([['status', 'ACTIVE', 'SOLD_OUT']])
  expect(said({ status: 'PAUSED', tally: full })).toEqual([])
  expect(said({ status: 'SOLD_OUT', tally: full })).toEqual([])
  expect(said({ status: 'SOLD_OUT' })).toEqual([['status', 'SOLD_OUT', 'ACTIVE']])
  expect(said({ status: 'SOLD_OUT', claimDeadline })).toEqual([])
  expect(said({ status: 'ACTIVE' })).toEqual([])
  expect(said({ status: 'PAUSED' })).toEqual([])
})

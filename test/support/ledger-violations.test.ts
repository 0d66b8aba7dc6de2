// The checks after a crash find each of these violations in otherwise correct rows.
import { describe, expect, it } from 'vitest'
import type { LedgerRows } from './ledger-rows.ts'
import { ledgerViolations, lostClaims } from './ledger-violations.ts'

const wallet = (number: number): string => `0x${number}`

/** Three claims of 10. The first claim has expired, and the second was made before that. */
const sound = (): LedgerRows => {
  const claimed = (sequence: number, claimedAmount: bigint) => ({
    position: sequence,
    type: 'drop.claimed',
    data: { sequence, userAddress: wallet(sequence), amount: '10', claimedAmount: String(claimedAmount) },
  })
  return {
    status: 'ACTIVE',
    reservedAmount: 20n,
    reservedCount: 2,
    lastSequence: 3,
    claims: ['EXPIRED', 'PENDING', 'CONFIRMED'].map((status, place) => ({
      sequence: place + 1,
      wallet: wallet(place + 1),
      amount: 10n,
      status,
    })),
    events: [
      claimed(1, 10n),
      claimed(2, 20n),
      { position: 3, type: 'claim.expired', data: { sequence: 1, amount: '10' } },
      claimed(3, 20n),
    ],
  }
}

const without = <T>(list: readonly T[], place: number): T[] => list.filter((_, index) => index !== place)

describe('the rows of a drop', () => {
  it('are correct if counters, rows and events agree', () => {
    expect(ledgerViolations(sound())).toEqual([])
  })

  it.each<[string, (rows: LedgerRows) => LedgerRows]>([
    ['an item was given back to the counter twice', (rows) => ({ ...rows, reservedCount: 1 })],
    ['an amount is counted twice', (rows) => ({ ...rows, reservedAmount: 30n })],
    ['a row is lost', (rows) => ({ ...rows, claims: without(rows.claims, 2) })],
    ['an event is lost', (rows) => ({ ...rows, events: without(rows.events, 1) })],
    ['an expiry has no event', (rows) => ({ ...rows, events: without(rows.events, 2) })],
    [
      'a wallet has two',
      (rows) => ({ ...rows, claims: rows.claims.map((claim) => ({ ...claim, wallet: wallet(1) })) }),
    ],
    ['events are out of order', (rows) => ({ ...rows, events: rows.events.toReversed() })],
  ])('are not when %s', (_, spoil) => {
    expect(ledgerViolations(spoil(sound()))).not.toEqual([])
  })
})

describe('acknowledged claims', () => {
  const told = { claimId: 'claim', sequence: 2, amount: '10' }

  it('exist if a claim has that number and that amount', () => {
    expect(lostClaims(sound(), new Map([[wallet(2), told]]))).toEqual([])
  })

  it.each([
    ['it has no claim', wallet(9), told],
    ['its claim has another number', wallet(3), told],
    ['its claim has another amount', wallet(2), { ...told, amount: '11' }],
  ])('is lost when %s', (_, address, told) => {
    expect(lostClaims(sound(), new Map([[address, told]]))).toHaveLength(1)
  })
})

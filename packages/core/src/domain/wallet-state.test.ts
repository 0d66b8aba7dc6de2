import {
  confirmed,
  expired,
  failed,
  OWNER,
  pending,
  sampleClaim,
  sampleDrop,
  sampleToken,
  submitted,
} from '@dropkit/testing'
import { describe, expect, it } from 'vitest'
import type { Drop } from './drop.ts'
import { walletStateOf } from './wallet-state.ts'

const limited = (more: Partial<Drop> = {}): Drop =>
  sampleDrop(sampleToken(OWNER, 1), 1, { maxPerWallet: 5, claimType: 'REGULAR', ...more })
const unlimited = limited({ maxPerWallet: null, price: { atomic: 1n, currency: 'SUI' } })
const streak: Drop = { ...unlimited, claimType: 'STREAK' }

/** All that one wallet has, in no order. */
const claimsOn = (drop: Drop) => [
  sampleClaim(drop, 5, { state: expired(), slot: 50 }),
  sampleClaim(drop, 2, { state: pending(1), slot: 20 }),
  sampleClaim(drop, 4, { state: submitted(), slot: 40 }),
  sampleClaim(drop, 1, { state: confirmed(), slot: 10 }),
  sampleClaim(drop, 3, { state: failed(), slot: 30 }),
]

const shown = (drop: Drop, claims = claimsOn(drop)) => {
  const { live, slots } = walletStateOf(drop, claims)
  return { live: live.map(({ sequence }) => sequence), slots: slots.toSorted() }
}

describe('the state of a wallet on a drop', () => {
  it.each([
    ['that limits a wallet', limited()],
    ['that is a streak, limited or not', streak],
  ])('%s, contains pending claims with the newest that counts, and all slots that count', (_, drop) => {
    expect(shown(drop)).toEqual({ live: [2, 4], slots: [10, 20, 40] })
  })

  it('without a limit, contains pending claims, the oldest first', () => {
    expect(shown(unlimited)).toEqual({ live: [2], slots: [] })
    const two = [3, 1].map((sequence) => sampleClaim(unlimited, sequence))
    expect(shown(unlimited, two).live).toEqual([1, 3])
  })

  it('that was never claimed from, is nothing', () => {
    expect(shown(limited(), [])).toEqual({ live: [], slots: [] })
  })
})

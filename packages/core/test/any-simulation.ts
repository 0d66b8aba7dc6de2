import { TEST_START } from '@dropkit/testing'
import fc from 'fast-check'
import type { DropSimulation, SimulatedTerms } from '../src/application/simulate-drop/drop-simulation.ts'
import { NFT } from './service-of-simulation.ts'

/** A drop for a hundred claims. */
export const pepper: SimulatedTerms = {
  title: 'Pepper',
  type: 'TOKEN',
  claimType: 'REGULAR',
  maxAmount: '1000',
  tokenAmount: '10',
}

/** One wallet a second. */
export const steady = (wallets: number): DropSimulation['arrivals'] => ({
  model: 'steady',
  wallets,
  overMs: wallets * 1_000,
})

/** Small drops of every kind, for which more come than there is for. */
const anyTerms: fc.Arbitrary<SimulatedTerms> = fc
  .record({
    claimType: fc.constantFrom('REGULAR' as const, 'STREAK' as const),
    tokenAmount: fc.constantFrom('0', '7', '30', null),
    supply: fc.option(fc.integer({ min: 1, max: 12 })),
    maxPerWallet: fc.option(fc.integer({ min: 1, max: 3 })),
    price: fc.constantFrom(null, null, 0.5),
    startsInMs: fc.option(fc.integer({ min: 0, max: 60_000 })),
    lastsMs: fc.option(fc.integer({ min: 1, max: 3_600_000 }), { freq: 1 }),
    isGated: fc.boolean(),
  })
  .map(({ startsInMs, lastsMs, isGated, supply, ...terms }) => {
    const needsSupply = terms.tokenAmount === '0' && terms.price !== null
    const startsAt = startsInMs === null ? null : TEST_START + startsInMs
    return {
      title: 'Pepper',
      type: 'TOKEN',
      maxAmount: '200',
      ...terms,
      supply: needsSupply ? (supply ?? 9) : supply,
      startsAt,
      claimDeadline: lastsMs === null ? null : (startsAt ?? TEST_START) + lastsMs,
      status: startsAt === null ? 'ACTIVE' : 'SCHEDULED',
      ...(isGated ? { rules: [{ key: 'nft_ownership', operator: '>=', value: `${NFT}:1` }] } : {}),
    }
  })

export const anySimulation: fc.Arbitrary<DropSimulation> = fc
  .record({
    drop: anyTerms,
    wallets: fc.integer({ min: 1, max: 25 }),
    arrivals: fc.constantFrom(
      { model: 'steady', overMs: 600_000 } as const,
      { model: 'poisson', overMs: 40_000_000 } as const,
      { model: 'rush', halfLifeMs: 30_000 } as const,
      { model: 'daily', overMs: 200_000_000 } as const,
    ),
    repeats: fc.constantFrom(undefined, { share: 0.5, times: 2, everyMs: 400_000 }),
    usedShare: fc.constantFrom(1, 0.5, 0),
    paidShare: fc.constantFrom(1, 0.6),
    payMs: fc.constantFrom(60_000, 900_000),
    settings: fc.constantFrom(undefined, { voucherLifetimeMs: 300_000, expiryMarginMs: 200_000 }),
    seed: fc.nat(),
  })
  .map(({ drop, wallets, arrivals, usedShare, paidShare, payMs, ...rest }) => ({
    ...rest,
    drop,
    arrivals: { ...arrivals, wallets },
    beginsAt: TEST_START,
    vouchers: { usedShare, meanMs: 60_000 },
    payments: { paidShare, meanMs: payMs },
    deliveryMs: 0,
    ...(drop.rules ? { facts: [{ source: 'owned_objects', values: [{ share: 0.6, value: '1' }] }] } : {}),
    ...(drop.tokenAmount === null && (drop.price === null || drop.supply === null)
      ? { asks: { least: '1', most: '40' } }
      : {}),
  }))

/** Small lotteries for which more enter than can win. */
export const anyLottery: fc.Arbitrary<DropSimulation> = fc
  .record({
    supply: fc.integer({ min: 1, max: 6 }),
    tokenAmount: fc.constantFrom('0', '7'),
    windowSeconds: fc.integer({ min: 60, max: 1_800 }),
    closesInMs: fc.integer({ min: 1, max: 700_000 }),
    lastsMs: fc.option(fc.integer({ min: 1, max: 3_600_000 }), { freq: 1 }),
    claimedShare: fc.constantFrom(1, 0.5, 0),
    claimMs: fc.constantFrom(10_000, 900_000),
    simulation: anySimulation,
  })
  .map(({ supply, tokenAmount, windowSeconds, closesInMs, lastsMs, claimedShare, claimMs, simulation }) => {
    const { asks: _, drop, ...rest } = simulation
    const entriesCloseAt = (drop.startsAt ?? TEST_START) + closesInMs
    return {
      ...rest,
      winners: { claimedShare, meanMs: claimMs },
      drop: {
        ...drop,
        claimType: 'REGULAR',
        price: null,
        maxPerWallet: null,
        tokenAmount,
        supply,
        admission: 'LOTTERY',
        entriesCloseAt,
        claimWindowSeconds: windowSeconds,
        claimDeadline: lastsMs === null ? null : entriesCloseAt + 1_000 * windowSeconds + lastsMs,
      },
    }
  })

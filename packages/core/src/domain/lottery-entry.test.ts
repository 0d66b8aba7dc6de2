import {
  anyCaller,
  anyWallet,
  createTestBeacon,
  createTestClock,
  OWNER,
  sampleDrop,
  sampleToken,
} from '@dropkit/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Address } from './address.ts'
import type { Gate } from './claim-decision.ts'
import { type LotteryEntry, MAX_ENTRIES } from './lottery.ts'
import { decideEntries, type EntryRequest } from './lottery-entry.ts'

const NOW = 1_800_000_000_000
const { chain: beacon } = createTestBeacon(createTestClock(NOW))

const anyLotteryDrop = fc
  .record({
    claimAccess: fc.constantFrom('OPEN' as const, 'WALLET' as const, 'OWNER' as const),
    status: fc.constantFrom('ACTIVE' as const, 'ACTIVE' as const, 'PAUSED' as const, 'DRAFT' as const),
    humanCheck: fc.constantFrom('NONE' as const, 'PROOF_OF_WORK' as const),
    closesInMs: fc.constantFrom(60_000, 60_000, 0),
    entries: fc.constantFrom(0, MAX_ENTRIES - 2),
  })
  .map(({ closesInMs, entries, ...terms }) =>
    sampleDrop(sampleToken(OWNER, 1), 1, {
      ...terms,
      supply: 2,
      lottery: {
        entriesCloseAt: NOW + closesInMs,
        claimWindowMs: 60_000,
        beacon,
        entries,
        draw: { kind: 'OPEN' },
      },
    }),
  )

const anyVerdict: fc.Arbitrary<ReturnType<Gate>> = fc.constantFrom(
  { kind: 'pass' },
  { kind: 'pass' },
  { kind: 'facts_needed' },
  { kind: 'unknown', reason: 'no node answers' },
)

const anyEntryRequest: fc.Arbitrary<EntryRequest> = anyWallet().chain((wallet) =>
  fc.record({
    caller: anyCaller(fc.constant(wallet)),
    wallet: fc.constant(wallet),
    proof: fc.constantFrom(
      undefined,
      { kind: 'unverified', text: 'proof' },
      { kind: 'verified', check: 'PROOF_OF_WORK', issuedAt: NOW - 1 },
    ),
  }),
)

test('a batch of entries gives what the same entries give one by one', () => {
  const anyBatch = fc.array(fc.record({ request: anyEntryRequest, verdict: anyVerdict }), {
    minLength: 1,
    maxLength: 12,
  })
  let entered = 0
  fc.assert(
    fc.property(anyLotteryDrop, anyBatch, fc.array(anyWallet()), (drop, batch, earlier) => {
      const before = new Map(earlier.map((wallet) => [wallet, entryOf(drop.id, wallet)]))
      const together = decideEntries(
        { drop, entries: before, now: NOW, gate: (index) => () => batch[index]?.verdict ?? { kind: 'pass' } },
        batch.map(({ request }) => request),
      )
      let alone = drop
      const entries = new Map(before)
      const decisions = batch.map(({ request, verdict }) => {
        const one = decideEntries({ drop: alone, entries, now: NOW, gate: () => () => verdict }, [request])
        alone = one.drop
        for (const entry of one.inserted) entries.set(entry.wallet, entry)
        return one.decisions[0]
      })
      expect(together.decisions).toEqual(decisions)
      expect(together.drop).toEqual(alone)
      expect(
        new Map([...before, ...together.inserted.map((entry) => [entry.wallet, entry] as const)]),
      ).toEqual(entries)
      expect(together.drop.lottery?.entries).toBe((drop.lottery?.entries ?? 0) + together.inserted.length)
      expect(together.drop.lottery?.entries).toBeLessThanOrEqual(MAX_ENTRIES)
      if (together.inserted.length === 0) expect(together.drop).toBe(drop)
      entered += together.inserted.length
    }),
  )
  expect(entered).toBeGreaterThan(0)
})

const entryOf = (dropId: LotteryEntry['dropId'], wallet: Address): LotteryEntry => ({
  dropId,
  wallet,
  enteredAt: NOW - 1_000,
  chunkRoot: null,
  orderKey: null,
  rank: null,
})

import {
  anyCaller,
  anyWallet,
  createTestBeacon,
  createTestClock,
  OWNER,
  pureHashes,
  sampleDrop,
  sampleToken,
} from '@dropkit/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Address } from './address.ts'
import type { Gate } from './claim-decision.ts'
import { hexOfBytes, utf8 } from './encodings.ts'
import { decideEntries, type EntryRequest, type LotteryEntry, MAX_ENTRIES } from './lottery.ts'
import { leafHash, merklePath, merkleRoot, rootOfProof } from './merkle.ts'

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

const { sha256 } = pureHashes
const leavesOf = (count: number) =>
  Array.from({ length: count }, (_, index) => leafHash(sha256, utf8(`leaf ${index}`)))
const someLeaves = fc.integer({ min: 1, max: 40 }).map(leavesOf)

test('the roots of trees of no leaves and of one are those of RFC 9162', () => {
  const ofNothing = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
  expect(hexOfBytes(merkleRoot(sha256, []))).toBe(ofNothing)
  const emptyLeaf = '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d'
  expect(hexOfBytes(leafHash(sha256, new Uint8Array()))).toBe(emptyLeaf)
})

test('every leaf has a path that leads to the root, and to no other from another place', () => {
  fc.assert(
    fc.property(someLeaves, fc.nat(), fc.nat(), (leaves, one, other) => {
      const root = hexOfBytes(merkleRoot(sha256, leaves))
      const [index, wrong] = [one % leaves.length, other % leaves.length]
      const proof = { index, size: leaves.length, path: merklePath(sha256, leaves, index) }
      const leaf = leaves[index] as Uint8Array
      expect(hexOfBytes(rootOfProof(sha256, leaf, proof) ?? new Uint8Array())).toBe(root)
      if (wrong === index) return
      const moved = rootOfProof(sha256, leaf, { ...proof, index: wrong })
      expect(moved && hexOfBytes(moved)).not.toBe(root)
      const exchanged = rootOfProof(sha256, leaves[wrong] as Uint8Array, proof)
      expect(exchanged && hexOfBytes(exchanged)).not.toBe(root)
    }),
  )
})

test('a path that is too short or too long, or of no leaf, leads nowhere', () => {
  const leaves = leavesOf(5)
  const path = merklePath(sha256, leaves, 3)
  const [leaf = new Uint8Array()] = leaves
  expect(rootOfProof(sha256, leaf, { index: 3, size: 5, path: path.slice(1) })).toBeUndefined()
  expect(rootOfProof(sha256, leaf, { index: 3, size: 5, path: [...path, leaf] })).toBeUndefined()
  expect(rootOfProof(sha256, leaf, { index: 5, size: 5, path })).toBeUndefined()
})

test('the root over the roots of chunks of a power of two leaves is the root over all leaves, and so are the paths', () => {
  fc.assert(
    fc.property(someLeaves, fc.constantFrom(1, 2, 4, 8), fc.nat(), (leaves, size, any) => {
      const chunks = Array.from({ length: Math.ceil(leaves.length / size) }, (_, chunk) =>
        leaves.slice(chunk * size, (chunk + 1) * size),
      )
      const roots = chunks.map((chunk) => merkleRoot(sha256, chunk))
      expect(merkleRoot(sha256, roots)).toEqual(merkleRoot(sha256, leaves))
      const index = any % leaves.length
      const chunk = Math.floor(index / size)
      const path = [
        ...merklePath(sha256, chunks[chunk] ?? [], index % size),
        ...merklePath(sha256, roots, chunk),
      ]
      expect(path).toEqual(merklePath(sha256, leaves, index))
    }),
  )
})

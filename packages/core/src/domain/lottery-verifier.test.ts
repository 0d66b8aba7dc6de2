import { createHash } from 'node:crypto'
import { addressOf } from '@dropkit/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Address } from './address.ts'
import { QUICKNET, roundAtOrAfter } from './beacon.ts'
import { BEACON_MARGIN_MS } from './claim-order.ts'
import { hexOfBytes } from './encodings.ts'
import { entryLeaf, orderKey } from './lottery-list.ts'
import {
  describeLotteryError,
  type LotteryHashes,
  type LotteryRecord,
  readLotteryRecord,
  verifyLottery,
  verifyLotteryInSteps,
} from './lottery-verifier.ts'
import { merklePath, merkleRoot } from './merkle.ts'

const sha256 = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest()
/** Stands in for the beacon's scheme: a signature is the hash of the round. */
const signatureOf = (round: number): string => createHash('sha256').update(`round ${round}`).digest('hex')
const hashes: LotteryHashes = {
  sha256,
  verifyRound: (_chain, { round, signature }) => signature === signatureOf(round),
}
const beacon = { hash: 'aa', scheme: 'test', publicKey: 'bb', genesisAt: 0, periodMs: 3_000 }
const frozenAt = 1_000_000
const round = roundAtOrAfter(beacon, frozenAt + BEACON_MARGIN_MS)
const dropId = `drop_${'a'.repeat(32)}`

/** An honest lottery over so many wallets, with what each of them was told, and the proofs that `isProved` asks for. */
function honest(
  count: number,
  isProved = (_index: number) => true,
): LotteryRecord & { readonly wallets: readonly Address[] } {
  const wallets = Array.from({ length: count }, (_, place) => addressOf(`0x${(place + 16).toString(16)}`))
  const leaves = wallets.map((wallet) => entryLeaf(sha256, dropId, wallet))
  const root = hexOfBytes(merkleRoot(sha256, leaves))
  const signature = signatureOf(round)
  const randomness = hexOfBytes(sha256(Buffer.from(signature, 'hex')))
  const keyOf = (wallet: Address) => orderKey(sha256, { dropId, root, randomness }, wallet)
  const order = wallets.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
  const entries = wallets.map((wallet, index) => ({
    wallet,
    rank: order.indexOf(wallet) + 1,
    proof: isProved(index) ? { index, size: count, path: merklePath(sha256, leaves, index) } : null,
  }))
  return { dropId, beacon, root, round, frozenAt, size: count, signature, wallets, entries }
}

const record = honest(7)
const [first, second, third] = record.wallets as [Address, Address, Address]
const errorOf = (changed: Partial<LotteryRecord>) => {
  const check = verifyLottery({ ...record, ...changed }, hashes)
  return check.kind === 'invalid' ? check.error : null
}

describe('a lottery that anyone can verify', () => {
  test('verifies with every entry, of any size', () => {
    for (const size of [1, 2, 3, 7, 8, 9]) {
      const one = honest(size)
      const check = verifyLottery(one, hashes)
      expect(check).toMatchObject({ kind: 'verified', entries: size, isBeaconPublic: false })
      expect(check.kind === 'verified' && [...check.order].sort()).toEqual([...one.wallets].sort())
    }
  })

  test('verifies proofs without the list of wallets', () => {
    expect(errorOf({ wallets: null })).toBeNull()
  })

  test.each<[string, Partial<LotteryRecord>, object]>([
    ['an earlier round', { round: round - 1, signature: signatureOf(round - 1) }, { kind: 'wrong_round' }],
    ['a later round', { round: round + 1, signature: signatureOf(round + 1) }, { kind: 'wrong_round' }],
    [
      'a beacon with the key of quicknet',
      { beacon: { ...QUICKNET, genesisAt: 0 } },
      { kind: 'wrong_beacon' },
    ],
    ['a forged signature', { signature: '00' }, { kind: 'forged_round', round }],
    [
      'a wallet that is left out',
      { wallets: record.wallets.slice(1) },
      { kind: 'wrong_size', place: { first: 1, last: 1, expected: first } },
    ],
    [
      'a wallet that is added',
      { wallets: [...record.wallets, addressOf('0xffff')] },
      { kind: 'wrong_size', actual: 8, place: { first: 8, last: 8, expected: null } },
    ],
    [
      'a wallet that is put in',
      { wallets: [...record.wallets, addressOf('0xffff')], size: 8 },
      { kind: 'wrong_root' },
    ],
    [
      'a wallet that is twice in the list',
      { wallets: [first, first, ...record.wallets.slice(2)] },
      { kind: 'misplaced_wallet', wallet: first, position: 2 },
    ],
    [
      'two wallets that are exchanged',
      { wallets: [second, first, ...record.wallets.slice(2)] },
      { kind: 'misplaced_wallet', wallet: first },
    ],
    [
      'a wallet that is replaced',
      { wallets: [addressOf('0x1'), ...record.wallets.slice(1)] },
      { kind: 'wrong_root', place: { first: 1, last: 1, expected: first } },
    ],
    [
      'another root, which no proof leads to',
      { root: 'cc'.repeat(32) },
      { kind: 'wrong_root', place: { first: 1, last: 7, expected: null } },
    ],
    [
      'an entry of a wallet that is not in the list',
      { entries: [{ wallet: addressOf('0x1'), rank: 1, proof: null }] },
      { kind: 'missing_wallet', wallet: addressOf('0x1') },
    ],
  ])('names %s', (_what, changed, error) => {
    expect(errorOf(changed)).toMatchObject(error)
  })

  test('names the first entry whose rank or proof was changed', () => {
    const change = fc.record({
      place: fc.nat(record.entries.length - 1),
      kind: fc.constantFrom('rank', 'index', 'path', 'size'),
    })
    fc.assert(
      fc.property(change, ({ place, kind }) => {
        const entries = record.entries.map((entry, at) => {
          const { proof, rank } = entry
          if (at < place || proof === null || rank === null) return entry
          if (kind === 'rank') return { ...entry, rank: rank + 1 }
          if (kind === 'index')
            return { ...entry, proof: { ...proof, index: (proof.index + 1) % proof.size } }
          if (kind === 'size') return { ...entry, proof: { ...proof, size: proof.size + 1 } }
          return { ...entry, proof: { ...proof, path: proof.path.slice(1) } }
        })
        expect(errorOf({ entries })).toMatchObject({
          kind: kind === 'rank' ? 'wrong_rank' : 'wrong_proof',
          wallet: record.wallets[place],
        })
      }),
    )
  })

  test('names where the list of wallets was changed, as far as the proofs show it', () => {
    const size = 1_100
    const change = fc.record({
      index: fc.nat(size - 1),
      kind: fc.constantFrom('drop', 'insert', 'replace'),
      shown: fc.uniqueArray(fc.nat(size - 1), { maxLength: 3 }),
    })
    const large = honest(size, () => false)
    const all = large.wallets
    const leaves = all.map((wallet) => entryLeaf(sha256, dropId, wallet))
    const provedAt = (index: number) =>
      large.entries.slice(index, index + 1).map(({ wallet, rank }) => ({
        ...{ wallet, rank },
        proof: { index, size, path: merklePath(sha256, leaves, index) },
      }))
    fc.assert(
      fc.property(change, ({ index, kind, shown }) => {
        const stranger = addressOf(`${all[index] ?? ''}`.replace('0x00', '0x10'))
        const wallets = all
          .toSpliced(index, kind === 'insert' ? 0 : 1, ...(kind === 'drop' ? [] : [stranger]))
          .sort()
        const actual = wallets.findIndex((wallet, at) => wallet !== all[at])
        const first = (actual < 0 ? wallets.length : actual) + 1
        const placeOf = (proved: readonly number[]) => {
          const check = verifyLottery({ ...large, wallets, entries: proved.flatMap(provedAt) }, hashes)
          if (check.kind !== 'invalid' || !('place' in check.error))
            throw new Error('the change is not found')
          return check.error.place
        }
        expect(placeOf([first - 1])).toEqual({ first, last: first, expected: all[first - 1] ?? null })
        const some = placeOf(shown)
        expect(some.first).toBeLessThanOrEqual(first)
        expect(some.last).toBeGreaterThanOrEqual(first)
        if (shown.length > 0) expect(some.last - some.first).toBeLessThan(1_024)
      }),
      { numRuns: 40 },
    )
  })

  test('is verified in steps, of any number of wallets, with the same result', () => {
    const large = honest(2_500, () => false)
    const steps = verifyLotteryInSteps(large, hashes)
    let pauses = 0
    let step = steps.next()
    for (; !step.done; step = steps.next()) pauses++
    expect(step.value).toEqual(verifyLottery(large, hashes))
    expect(step.value).toMatchObject({ kind: 'verified', entries: 2_500 })
    expect(pauses).toBeGreaterThan(6)
  })

  test('describes each error in a sentence', () => {
    const place = { first: 3, last: 3, expected: third }
    expect(describeLotteryError({ kind: 'wrong_root', place })).toBe(
      `the list of wallets has another root than the one that was published; the first difference is at position 3, where wallet ${third} belongs`,
    )
    expect(
      describeLotteryError({
        kind: 'wrong_size',
        expected: 9,
        actual: 8,
        place: { first: 1, last: 9, expected: null },
      }),
    ).toBe(
      '9 wallets entered, 8 are in the list; the first difference is in positions 1 to 9; more proofs would say where',
    )
    expect(describeLotteryError({ kind: 'wrong_rank', wallet: third, expected: 3, actual: 1 })).toBe(
      `wallet ${third} has rank 3, not 1`,
    )
  })
})

describe('a lottery in a file', () => {
  const json = {
    dropId,
    lottery: {
      root: record.root,
      round,
      entries: 7,
      frozenAt: new Date(frozenAt).toISOString(),
      beaconSignature: record.signature,
      beacon: { ...beacon, chainHash: 'aa', genesisAt: new Date(0).toISOString() },
    },
    wallets: record.wallets,
    entries: record.entries.map(({ wallet, rank, proof }) => ({
      userAddress: wallet,
      rank,
      proof: proof && { ...proof, path: proof.path.map(hexOfBytes) },
    })),
  }

  test('is read as the API shows it', () => {
    const read = readLotteryRecord(JSON.stringify(json))
    expect(read.ok && verifyLottery(read.value, hashes)).toMatchObject({ kind: 'verified', entries: 7 })
  })

  test.each([
    ['it is no JSON', '{'],
    ['dropId', { ...json, dropId: 1 }],
    ['lottery.beacon', { ...json, lottery: { ...json.lottery, beacon: null } }],
    ['is it drawn?', { ...json, lottery: { ...json.lottery, beaconSignature: null } }],
    ['lottery: round', { ...json, lottery: { ...json.lottery, round: 'x' } }],
    ['wallets', { ...json, wallets: ['x'] }],
    ['entries', { ...json, entries: [{ userAddress: first, rank: 'x' }] }],
  ])('that cannot be read says: %s', (words, content) => {
    const read = readLotteryRecord(typeof content === 'string' ? content : JSON.stringify(content))
    expect(read.ok ? '' : read.error).toContain(words)
  })
})

import { createHash } from 'node:crypto'
import { addressOf } from '@dropkit/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Address } from './address.ts'
import { roundAtOrAfter } from './beacon.ts'
import { BEACON_MARGIN_MS } from './claim-order.ts'
import { hexOfBytes } from './hex.ts'
import { entryLeaf, orderKey } from './lottery-order.ts'
import { readLotteryRecord } from './lottery-record.ts'
import {
  describeLotteryFault,
  type LotteryHashes,
  type LotteryRecord,
  verifyLottery,
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

/** An honest lottery over so many wallets, with what each of them was told. */
function honest(count: number): LotteryRecord & { readonly wallets: readonly Address[] } {
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
    proof: { index, size: count, path: merklePath(sha256, leaves, index) },
  }))
  return { dropId, beacon, root, round, frozenAt, size: count, signature, wallets, entries }
}

const record = honest(7)
const [first, second, third] = record.wallets as [Address, Address, Address]
const faultOf = (changed: Partial<LotteryRecord>) => {
  const check = verifyLottery({ ...record, ...changed }, hashes)
  return check.kind === 'faulty' ? check.fault : null
}

describe('a lottery that anyone can verify', () => {
  test('verifies with every entry, of any size', () => {
    for (const size of [1, 2, 3, 7, 8, 9]) {
      const one = honest(size)
      const check = verifyLottery(one, hashes)
      expect(check).toMatchObject({ kind: 'verified', entries: size })
      expect(check.kind === 'verified' && [...check.order].sort()).toEqual([...one.wallets].sort())
    }
  })

  test('verifies proofs without the list of wallets', () => {
    expect(faultOf({ wallets: null })).toBeNull()
  })

  test.each<[string, Partial<LotteryRecord>, object]>([
    ['an earlier round', { round: round - 1, signature: signatureOf(round - 1) }, { kind: 'wrong_round' }],
    ['a later round', { round: round + 1, signature: signatureOf(round + 1) }, { kind: 'wrong_round' }],
    ['a forged signature', { signature: '00' }, { kind: 'forged_round', round }],
    ['a wallet that is left out', { wallets: record.wallets.slice(1) }, { kind: 'wrong_size' }],
    [
      'a wallet that is put in',
      { wallets: [...record.wallets, addressOf('0xffff')], size: 8 },
      { kind: 'wrong_root' },
    ],
    [
      'a wallet that is twice in the list',
      { wallets: [first, first, ...record.wallets.slice(2)] },
      { kind: 'misplaced_wallet', wallet: first },
    ],
    [
      'two wallets that are exchanged',
      { wallets: [second, first, ...record.wallets.slice(2)] },
      { kind: 'misplaced_wallet', wallet: first },
    ],
    [
      'a wallet that is replaced',
      { wallets: [addressOf('0x1'), ...record.wallets.slice(1)] },
      { kind: 'wrong_root' },
    ],
    ['another root', { root: 'cc'.repeat(32) }, { kind: 'wrong_root' }],
    [
      'an entry of a wallet that is not in the list',
      { entries: [{ wallet: addressOf('0x1'), rank: 1, proof: null }] },
      { kind: 'missing_wallet', wallet: addressOf('0x1') },
    ],
  ])('names %s', (_what, changed, fault) => {
    expect(faultOf(changed)).toMatchObject(fault)
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
        expect(faultOf({ entries })).toMatchObject({
          kind: kind === 'rank' ? 'wrong_rank' : 'wrong_proof',
          wallet: record.wallets[place],
        })
      }),
    )
  })

  test('says each fault in a sentence', () => {
    expect(describeLotteryFault({ kind: 'wrong_rank', wallet: third, expected: 3, actual: 1 })).toBe(
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

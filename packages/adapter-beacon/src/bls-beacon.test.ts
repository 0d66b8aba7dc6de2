import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { PUBLISHED_ROUNDS } from '../test/quicknet-rounds.ts'
import { verifyBlsRound } from './bls-beacon.ts'
import { QUICKNET } from './drand-beacon.ts'

test('the pinned key, genesis and period give the pinned hash of the chain by the rule of drand', () => {
  const numbers = Buffer.alloc(12)
  numbers.writeUInt32BE(QUICKNET.periodMs / 1_000, 0)
  numbers.writeBigInt64BE(BigInt(QUICKNET.genesisAt / 1_000), 4)
  const groupHash = 'f477d5c89f21a17c863a7f937c6a6d15859414d2be09cd448d4279af331c5d3e'
  const hash = createHash('sha256')
    .update(numbers)
    .update(Buffer.from(QUICKNET.publicKey, 'hex'))
    .update(Buffer.from(groupHash, 'hex'))
    .update('quicknet')
  expect(hash.digest('hex')).toBe(QUICKNET.hash)
})

test.each(PUBLISHED_ROUNDS)('the published round $round of quicknet verifies', (round) => {
  expect(verifyBlsRound(QUICKNET, round)).toBe(true)
})

test('a published signature proves no other round, and nothing on another scheme or key', () => {
  const [round] = PUBLISHED_ROUNDS
  if (!round) throw new Error('there is a published round')
  expect(verifyBlsRound(QUICKNET, { ...round, round: round.round + 1 })).toBe(false)
  expect(verifyBlsRound({ ...QUICKNET, scheme: 'bls-unchained-on-g1' }, round)).toBe(false)
  const otherKey = `93${QUICKNET.publicKey.slice(2)}`
  expect(verifyBlsRound({ ...QUICKNET, publicKey: otherKey }, round)).toBe(false)
})

test.each([0, -1, 1.5, Number.NaN, 2 ** 60])('no signature proves round %d', (round) => {
  const [published] = PUBLISHED_ROUNDS
  expect(published && verifyBlsRound(QUICKNET, { ...published, round })).toBe(false)
})

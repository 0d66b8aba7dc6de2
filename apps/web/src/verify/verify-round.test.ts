import { expect, test } from 'vitest'
import { verifyRound } from './verify-round.ts'

/** drand's quicknet, and a round that it has published. */
const QUICKNET = {
  hash: '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971',
  scheme: 'bls-unchained-g1-rfc9380',
  publicKey:
    '83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d106451' +
    '0d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a',
  genesisAt: 1_692_803_367_000,
  periodMs: 3_000,
}
const ROUND = {
  round: 1000,
  signature:
    'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39',
  randomness: 'fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd',
}

test('a browser accepts a round that quicknet has published, and no other', () => {
  expect(verifyRound(QUICKNET, ROUND)).toBe(true)
  expect(verifyRound(QUICKNET, { ...ROUND, round: 1001 })).toBe(false)
  expect(verifyRound(QUICKNET, { ...ROUND, signature: 'ab'.repeat(48) })).toBe(false)
  expect(verifyRound({ ...QUICKNET, scheme: 'another' }, ROUND)).toBe(false)
})

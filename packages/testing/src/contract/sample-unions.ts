import {
  type Award,
  amountOf,
  type ChainPurpose,
  type ClaimState,
  type Deployment,
  type Drop,
  type Json,
  type User,
  type Vault,
} from '@dropkit/core'
import { idOf, MAX_AMOUNT } from '@dropkit/core/internal'
import { SAMPLE_COIN } from './sample-accounts.ts'
import {
  confirmed,
  expired,
  failed,
  pending,
  SAMPLE_NOW,
  sampleAddress,
  sampleUser,
  submitted,
  uniquePart,
} from './sample-records.ts'

export const TEXT = `Ünï "quoted" 'text' 你好 🎁 \\ ${'é'.repeat(50)}`

export const METADATA: readonly Json[] = [
  null,
  true,
  'text',
  -0.1,
  1e300,
  [],
  {},
  { nested: [{ deep: [null, { 'a key': 'Zoë 🎉' }] }], '': 'empty key', nul: '\u0000', __proto__x: 1 },
]

export const AWARDS: readonly Award[] = [
  { kind: 'open' },
  { kind: 'fixed', amount: MAX_AMOUNT },
  { kind: 'random', commitment: 'c0'.repeat(32), seed: 'sealed:seed', beacon: null },
  {
    kind: 'random',
    commitment: 'c0'.repeat(32),
    seed: 'sealed:seed',
    beacon: {
      hash: 'be'.repeat(32),
      scheme: 'scheme',
      publicKey: 'ee'.repeat(96),
      genesisAt: SAMPLE_NOW,
      periodMs: 3_000,
    },
  },
]

export const VAULTS: readonly Vault[] = [
  { kind: 'none' },
  {
    kind: 'open',
    objectId: sampleAddress(0xabc),
    packageId: sampleAddress(0xdef),
    coinType: `${sampleAddress(2)}::sui::SUI`,
    deposited: MAX_AMOUNT,
    alarm: null,
    missing: amountOf(0n),
  },
  {
    kind: 'open',
    objectId: sampleAddress(0xabe),
    packageId: sampleAddress(0xdef),
    coinType: `${sampleAddress(2)}::sui::SUI`,
    deposited: MAX_AMOUNT,
    alarm: 'missing_amount',
    missing: MAX_AMOUNT,
  },
  { kind: 'closed', objectId: sampleAddress(0xabd) },
]

export const DEPLOYMENTS: readonly Deployment[] = [
  { kind: 'PENDING' },
  {
    kind: 'DEPLOYED',
    address: sampleAddress(5),
    packageId: sampleAddress(6),
    coinType: `${sampleAddress(6)}::coin::COIN`,
    txHash: null,
  },
  {
    kind: 'DEPLOYED',
    address: sampleAddress(7),
    packageId: sampleAddress(8),
    coinType: `${sampleAddress(8)}::coin::COIN`,
    txHash: 'digest',
  },
  { kind: 'FAILED', txHash: 'digest', reason: TEXT },
]

export const CLAIM_STATES: readonly ClaimState[] = [
  pending(SAMPLE_NOW),
  pending(null),
  submitted('digest'),
  confirmed('digest'),
  expired(),
  failed(),
]

export const PURPOSES: readonly ChainPurpose[] = [
  { kind: 'open_vault', deposit: MAX_AMOUNT },
  { kind: 'fund_vault', deposit: amountOf(1n) },
  { kind: 'deliver_claims', sequences: [1, 2, 2_000_000] },
  { kind: 'deliver_claims', sequences: [3], throughPause: true },
  { kind: 'close_vault' },
  { kind: 'refund', refundId: idOf('refund', uniquePart(1)) },
  { kind: 'payout', payoutId: idOf('payout', uniquePart(2)) },
  { kind: 'rotate_key' },
  { kind: 'pause_vault' },
  { kind: 'resume_vault' },
]

export const FULL_USER: Partial<User> = {
  origin: 'wallet',
  walletAddress: sampleAddress(0xfeed),
  displayName: TEXT,
  email: 'someone@example.org',
  bio: `${TEXT}\n${TEXT}`,
  avatar: 'https://example.org/a.png',
  logo: '/files/file_1/logo.png',
  cover: 'ipfs://cover',
  accentColor: '#c9f26b',
  links: ['https://example.org/?a=1&b=ü', 'https://x.com/user'],
  requestsPerMinute: 2_147_483_647,
}

export const FULL_DROP: Partial<Drop> = {
  collection: {
    pieceImageUrl: 'https://example.com/{number}.png',
    attributes: [{ name: 'Skin', value: 'ü"\\' }],
    manifest: idOf('file', '7'.repeat(32)),
    royaltyBasisPoints: 250,
    owner: sampleAddress(7),
  },
  title: TEXT,
  description: `${TEXT}\n\t${TEXT}`,
  imageUrl: 'ipfs://picture',
  communityId: TEXT,
  estimatedValueUsd: 0.1,
  type: 'NFT',
  claimType: 'ELITE',
  claimAccess: 'WALLET',
  isLinkOnly: true,
  delivery: 'SERVER',
  humanCheck: 'PROOF_OF_WORK',
  embedOrigins: ['https://shop.example', 'http://localhost:5173'],
  pool: MAX_AMOUNT,
  supply: 2_147_483_647,
  maxPerWallet: 2_147_483_647,
  price: { atomic: MAX_AMOUNT, currency: 'SUI' },
  startsAt: SAMPLE_NOW,
  claimDeadline: 253_402_300_799_999,
  gating: {
    id: idOf('gating', uniquePart(9)),
    ownerId: sampleUser(1).id,
    isActive: true,
    rules: [{ key: 'token_balance', operator: '>=', value: '1000', description: TEXT }],
    version: 3,
    updatedAt: SAMPLE_NOW,
  },
  status: 'PAUSED',
  completedAt: SAMPLE_NOW,
  // The maximum that a drop can have: the whole pool and supply is claimed or held.
  tally: {
    reservedAmount: amountOf(MAX_AMOUNT - 5n),
    reservedCount: 2_000_000_000,
    heldAmount: amountOf(5n),
    heldItems: 147_483_647,
    lastSequence: 2_147_483_647,
    order: { head: 'ab'.repeat(32), since: 2_147_483_646, last: 2_147_483_647, round: 4_000_000_000 },
  },
  // Each payment is at most the largest amount. Their sums have no such limit.
  payments: {
    received: 6n * MAX_AMOUNT,
    refunded: 2n * MAX_AMOUNT,
    paidOut: MAX_AMOUNT + 1n,
    earned: 3n * MAX_AMOUNT,
    owed: 2n * MAX_AMOUNT,
  },
  paymentCoin: SAMPLE_COIN,
  nextVoucherKey: { publicKey: 'bmV4dA==', privateKey: 'sealed:next' },
  formerKeys: { publicKeys: ['b2xk', 'b2xkZXI='], isComplete: true },
}

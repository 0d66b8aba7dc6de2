import { createHash, createHmac } from 'node:crypto'
import type { Address, EventType } from '@dropkit/core'
import { drawAmount, type EventData, readId } from '@dropkit/core/internal'
import {
  CLAIM,
  COIN,
  DROP,
  EXEMPTION,
  GATING,
  INTENT,
  OTHER_WALLET,
  PACKAGE,
  PAYER_INTENT,
  PUBLIC_KEY,
  REFUND,
  SEED,
  SUI_COIN,
  TOKEN,
  TX_HASH,
  WALLET,
  WEBHOOK,
} from './markdown.ts'

const claim = { dropId: DROP, claimId: CLAIM, userAddress: WALLET, amount: '100', sequence: 7 } as const

const payment = {
  paymentIntentId: INTENT,
  intentId: PAYER_INTENT,
  dropId: DROP,
  status: 'PENDING',
  statusReason: null,
  amountAtomic: '1500000000',
  currency: 'SUI',
  quantity: 1,
  walletAddress: WALLET,
  txHash: null,
  receivedAtomic: '0',
  receivedCoinType: null,
  refundedAtomic: '0',
} as const

const paid = {
  ...payment,
  status: 'CONFIRMED',
  txHash: TX_HASH,
  receivedAtomic: '1500000000',
  receivedCoinType: SUI_COIN,
} as const

const refund = {
  refundId: REFUND,
  paymentIntentId: INTENT,
  dropId: DROP,
  amountAtomic: '1500000000',
  status: 'PENDING',
} as const

const lottery = { entries: 4_812, root: '9f86d081884c7d659a2feaa0c55ad015', round: 31_337 }
const exemption = {
  dropId: DROP,
  exemptionId: EXEMPTION,
  userAddress: WALLET,
  reason: 'Won the art contest',
} as const

const token = { tokenId: TOKEN, name: 'Pepper', symbol: 'PEPPER', status: 'PENDING' } as const

const MAX_AMOUNT = 1_000n
const CLAIMERS = [WALLET, OTHER_WALLET]
const SUPPLY = CLAIMERS.length

/** A random drop that has given out its two items, in the format of `npm run verify`. */
export function drawnDrop() {
  const seed = Buffer.from(SEED, 'hex')
  const dropId = readId('drop', DROP)
  if (!dropId) throw new Error(`${DROP} is not the id of a drop`)
  let remaining = MAX_AMOUNT
  const draws = CLAIMERS.map((userAddress, index) => {
    const sequence = index + 1
    const draw = {
      dropId,
      sequence,
      claimer: userAddress as Address,
      remaining,
      itemsLeft: SUPPLY - index,
      pool: MAX_AMOUNT,
    }
    const amount = drawAmount(draw, (message) => createHmac('sha256', seed).update(message).digest())
    remaining -= amount
    return { sequence, userAddress, amount: String(amount) }
  })
  return {
    maxAmount: String(MAX_AMOUNT),
    supply: SUPPLY,
    claimedAmount: String(MAX_AMOUNT),
    randomnessCommitment: createHash('sha256').update(seed).digest('hex'),
    randomnessSeed: SEED,
    draws,
  }
}

/** An example of each event's data. The compiler checks that it matches what the service writes. */
export const EVENT_EXAMPLES: { readonly [Type in EventType]: EventData[Type] } = {
  'drop.created': {
    dropId: DROP,
    title: 'Pepper for all',
    type: 'TOKEN',
    status: 'ACTIVE',
    shortcode: 'pepper-for-all',
    maxAmount: '10000',
  },
  'drop.updated': {
    dropId: DROP,
    changed: ['title', 'maxAmount'],
    title: 'More pepper for all',
    status: 'ACTIVE',
    maxAmount: '20000',
    supply: null,
    price: 1.5,
    priceAtomic: '1500000000',
    currency: 'SUI',
  },
  'drop.activated': { dropId: DROP },
  'drop.paused': {
    dropId: DROP,
    status: 'PAUSED',
    reason: 'missing_amount',
    vaultId: PACKAGE,
    missing: '100',
  },
  'drop.resumed': { dropId: DROP, reason: 'reservation_released' },
  'drop.claimed': { ...claim, streak: null, claimedAmount: '700', remainingBalance: '9300', claimCount: 7 },
  'drop.sold_out': { dropId: DROP },
  'drop.completed': { dropId: DROP, reason: 'sold_out' },
  'drop.ended': { dropId: DROP, reason: 'deadline' },
  'drop.cancelled': { dropId: DROP },
  'drop.deleted': { dropId: DROP, title: 'Pepper for luck', ...drawnDrop() },
  'drop.key_rotated': { dropId: DROP, publicKey: PUBLIC_KEY },
  'lottery.closed': { dropId: DROP, ...lottery },
  'lottery.drawn': { dropId: DROP, ...lottery, beaconSignature: '8d61d9100567de44682506aea1a7a6fa' },
  'lottery.admitted': {
    dropId: DROP,
    firstRank: 101,
    lastRank: 117,
    claimBy: '2026-11-25T18:30:00.000Z',
  },
  'claim.revealed': { ...claim, round: 31_337, claimedAmount: '700', remainingBalance: '9300' },
  'claim.confirmed': { ...claim, status: 'CONFIRMED', txHash: TX_HASH },
  'claim.failed': { ...claim, status: 'FAILED', reason: 'the vault is gone' },
  'claim.expired': { ...claim, status: 'EXPIRED' },
  'payment.created': payment,
  'payment.confirmed': paid,
  'payment.requires_review': {
    ...paid,
    status: 'REQUIRES_REVIEW',
    statusReason: 'UNDERPAID',
    receivedAtomic: '1499999999',
  },
  'payment.expired': { ...payment, status: 'EXPIRED' },
  'payment.cancelled': { ...payment, status: 'CANCELLED' },
  'payment.refunded': { ...paid, status: 'REFUNDED', refundedAtomic: '1500000000' },
  'refund.created': refund,
  'refund.succeeded': { ...refund, status: 'SUCCEEDED', txHash: TX_HASH },
  'refund.failed': { ...refund, status: 'FAILED', reason: 'the treasury does not hold enough' },
  'token.created': token,
  'token.deployed': { ...token, status: 'DEPLOYED', coinType: COIN, packageId: PACKAGE },
  'token.failed': { ...token, status: 'FAILED', reason: 'the transaction ran out of gas' },
  'gating.updated': {
    dropId: DROP,
    gatingConfigId: GATING,
    isActive: true,
    rules: [{ key: 'token_balance', operator: '>=', value: '1000', description: 'Hold 1000 PEPPER' }],
  },
  'gating.exemption_granted': { ...exemption, exemptionCount: 1 },
  'gating.exemption_revoked': { ...exemption, exemptionCount: 0 },
  'webhook.test': { webhookId: WEBHOOK },
  'webhook.disabled': {
    webhookId: WEBHOOK,
    url: 'https://receiver.example/hook',
    statusCode: 410,
    error: 'The receiver answered 410',
  },
}

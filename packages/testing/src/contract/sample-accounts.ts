import {
  type Address,
  type Attempts,
  amountOf,
  type Drop,
  type EventType,
  type Exemption,
  type IntentState,
  type PaymentIntent,
  type Payout,
  type Receipt,
  type Refund,
  type Session,
  type SignInChallenge,
  type UnmatchedPayment,
  type UploadedFile,
  type User,
  type Webhook,
  type WebhookDelivery,
} from '@dropkit/core'
import { idOf } from '@dropkit/core/internal'
import { SAMPLE_NOW, sampleAddress, uniquePart } from './sample-records.ts'

export function sampleWebhook(owner: User, n: number, more: Partial<Webhook> = {}): Webhook {
  return {
    id: idOf('webhook', uniquePart(n)),
    ownerId: owner.id,
    url: `https://example.org/hook/${n}`,
    events: ['*'],
    secret: `sealed:secret ${n}`,
    previousSecret: null,
    earlierSecrets: null,
    isActive: true,
    failingSince: null,
    lastFailedAt: null,
    createdAt: SAMPLE_NOW - 1,
    updatedAt: SAMPLE_NOW - 1,
    ...more,
  }
}

/** A delivery of the event at a log position to a webhook, due from `SAMPLE_NOW` on. */
export function sampleDelivery(
  webhook: Webhook,
  event: { readonly position: number; readonly type: EventType },
  more: Partial<WebhookDelivery> = {},
): WebhookDelivery {
  const part = `${event.position.toString(16).padStart(16, '0')}${webhook.id.slice(-16)}`
  return {
    id: idOf('delivery', part),
    webhookId: webhook.id,
    position: event.position,
    eventType: event.type,
    attempts: 0,
    state: { kind: 'waiting', nextAttemptAt: SAMPLE_NOW },
    statusCode: null,
    error: null,
    attemptLog: [],
    ...more,
  }
}

export function sampleFile(owner: User, n: number, more: Partial<UploadedFile> = {}): UploadedFile {
  return {
    id: idOf('file', uniquePart(n)),
    ownerId: owner.id,
    contentHash: n.toString(16).padStart(64, '0'),
    contentName: `${n.toString(16).padStart(64, '0')}-${uniquePart(n)}`,
    filename: `picture ${n}.png`,
    contentType: 'image/png',
    inlineType: 'image/png',
    sizeBytes: 1_000 + n,
    createdAt: SAMPLE_NOW + n,
    ...more,
  }
}

export function sampleSession(user: User, n: number, more: Partial<Session> = {}): Session {
  return {
    id: idOf('session', uniquePart(n)),
    userId: user.id,
    secretHash: (0x5e55n * 2n ** 64n + BigInt(n)).toString(16).padStart(64, '0'),
    expiresAt: SAMPLE_NOW + 60_000,
    revokedAt: null,
    createdAt: SAMPLE_NOW + n,
    ...more,
  }
}

export const sampleChallenge = (
  address: Address,
  n: number,
  more: Partial<SignInChallenge> = {},
): SignInChallenge => ({
  nonce: n.toString(16).padStart(32, '0'),
  address,
  message: `Sign in\n\nNonce: ${n} ☂`,
  expiresAt: SAMPLE_NOW + 300_000,
  usedAt: null,
  requester: '',
  ...more,
})

/** The coin with which samples are paid. */
export const SAMPLE_COIN = `${sampleAddress(2)}::sui::SUI`
/** The wallet that pays for samples. */
export const SAMPLE_BUYER = sampleAddress(0xb0b)

/** An unpaid intent for two items at 50 each. The drop's owner creates it for `SAMPLE_BUYER`. */
export function sampleIntent(drop: Drop, n: number, more: Partial<PaymentIntent> = {}): PaymentIntent {
  const part = uniquePart(n)
  return {
    id: idOf('intent', part),
    externalId: `pi_${part}`,
    dropId: drop.id,
    creatorId: drop.creatorId,
    payerId: drop.creatorId,
    wallet: SAMPLE_BUYER,
    paymentMethod: 'SUI',
    quantity: 2,
    unitPrice: 50n,
    currency: 'SUI',
    coinType: SAMPLE_COIN,
    recipient: sampleAddress(0x7ea5),
    state: { kind: 'PENDING' },
    held: 2,
    spent: 0,
    earned: 0n,
    paidOut: 0n,
    refunding: 0n,
    refunded: 0n,
    expiresAt: SAMPLE_NOW + 900_000 + n,
    createdAt: SAMPLE_NOW + n,
    updatedAt: SAMPLE_NOW + n,
    ...more,
  }
}

/** A receipt that pays a sample intent in full. */
export const sampleReceipt = (n: number, more: Partial<Receipt> = {}): Receipt => ({
  txHash: `payment-${n}`,
  index: 0,
  from: SAMPLE_BUYER,
  coinType: SAMPLE_COIN,
  amount: amountOf(100n),
  at: SAMPLE_NOW + n,
  isCounted: true,
  ...more,
})

/** A state that is paid with exactly the price. */
export function paidBy(n: number, more: Partial<Receipt> = {}): IntentState {
  const receipt = sampleReceipt(n, more)
  return { kind: 'PAID', receipt, price: receipt.amount, reason: null }
}

export function sampleRefund(intent: PaymentIntent, n: number, more: Partial<Refund> = {}): Refund {
  return {
    id: idOf('refund', uniquePart(n)),
    intentId: intent.id,
    dropId: intent.dropId,
    amount: amountOf(40n),
    coinType: intent.coinType,
    to: intent.wallet,
    reason: null,
    state: { kind: 'PENDING' },
    ...attemptsOf(n, more),
    createdAt: SAMPLE_NOW + n,
    ...more,
  }
}

export function samplePayout(drop: Drop, n: number, more: Partial<Payout> = {}): Payout {
  return {
    id: idOf('payout', uniquePart(n)),
    dropId: drop.id,
    creatorId: drop.creatorId,
    amount: amountOf(60n),
    currency: 'SUI',
    coinType: SAMPLE_COIN,
    intentId: null,
    to: sampleAddress(0x0e),
    state: { kind: 'PENDING' },
    ...attemptsOf(n, more),
    createdAt: SAMPLE_NOW + n,
    ...more,
  }
}

/** An open payment of 7 that belongs to no intent. */
export const sampleUnmatched = (n: number, more: Partial<UnmatchedPayment> = {}): UnmatchedPayment => ({
  id: idOf('unmatched', uniquePart(n)),
  txHash: `unmatched-${n}`,
  index: 0,
  from: SAMPLE_BUYER,
  coinType: SAMPLE_COIN,
  amount: amountOf(7n),
  memo: null,
  at: SAMPLE_NOW,
  reason: 'NO_INTENT',
  possibleUser: 'anyone',
  state: { kind: 'OPEN' },
  createdAt: SAMPLE_NOW + n,
  updatedAt: SAMPLE_NOW + n,
  ...more,
})

/** A valid exemption on a drop. */
export const sampleExemption = (drop: Drop, n: number, more: Partial<Exemption> = {}): Exemption => ({
  id: idOf('exemption', uniquePart(n)),
  dropId: drop.id,
  wallet: sampleAddress(0xaa),
  reason: `reason ${n}`,
  grantedBy: drop.creatorId,
  grantedAt: SAMPLE_NOW + n,
  revokedBy: null,
  revokedAt: null,
  ...more,
})

/** The attempts of a transfer that was never tried. It is due only if it is PENDING. */
const attemptsOf = (n: number, { state }: Pick<Partial<Refund>, 'state'>): Attempts => ({
  attempts: 0,
  nextAttemptAt: state === undefined || state.kind === 'PENDING' ? SAMPLE_NOW + n : null,
  lastError: null,
})

import type { ChainTransaction } from '../../domain/chain-transaction.ts'
import { type Claim, idOfClaim } from '../../domain/claim.ts'
import type { Drop, Sealed } from '../../domain/drop.ts'
import type { LoggedEvent } from '../../domain/event.ts'
import type { UploadedFile } from '../../domain/file.ts'
import type { DropId, FileId, PaymentIntentId, WebhookDeliveryId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import type { PaymentIntent } from '../../domain/payment/payment-intent.ts'
import type { Payout, Refund } from '../../domain/payment/refund.ts'
import type { Token } from '../../domain/token.ts'
import type { ApiKey, Session, SignInChallenge, User } from '../../domain/user.ts'
import type { Webhook, WebhookDelivery } from '../../domain/webhook.ts'
import type { Job } from '../../ports/job-queue.ts'
import type { Effect } from '../../ports/receipts.ts'
import { createMemoryTable, type MemoryTable } from './memory-table.ts'

export interface JobRow extends Job {
  /** Until when somebody holds it; null when nobody does. */
  readonly leasedUntil: Instant | null
  /** For when it was asked for since it was taken. */
  readonly askedAgainFor: Instant | null
}

export interface DeliveryRow {
  readonly delivery: WebhookDelivery
  readonly fence: number
  readonly leasedUntil: Instant | null
}

export interface ReceiptRow {
  readonly fingerprint: string
  readonly fence: number
  /** Until when the request that holds it is taken to be running; null when none does. */
  readonly leasedUntil: Instant | null
  readonly expiresAt: Instant
  readonly effect: Effect | null
  readonly answer: Sealed | null
}

/** Everything the in-memory adapters hold. It outlives them, as a disk outlives a process. */
export interface MemoryState {
  readonly users: MemoryTable<User>
  readonly apiKeys: MemoryTable<ApiKey>
  readonly tokens: MemoryTable<Token>
  readonly drops: MemoryTable<Drop>
  readonly claims: MemoryTable<Claim>
  /** The ids of each drop's claims, oldest first. */
  readonly claimIdsByDrop: Map<DropId, string[]>
  /** The ids of what one wallet has on one drop, oldest first. */
  readonly claimIdsByWallet: Map<string, string[]>
  readonly chainTransactions: MemoryTable<ChainTransaction>
  readonly paymentIntents: MemoryTable<PaymentIntent>
  readonly refunds: MemoryTable<Refund>
  readonly payouts: MemoryTable<Payout>
  /** The intent that each payment's transaction is used up by. */
  readonly usedPayments: Map<string, PaymentIntentId>
  readonly webhooks: MemoryTable<Webhook>
  readonly sessions: MemoryTable<Session>
  readonly challenges: MemoryTable<SignInChallenge>
  readonly files: MemoryTable<UploadedFile>
  readonly walletLists: Map<FileId, ReadonlySet<string>>
  readonly deliveries: Map<WebhookDeliveryId, DeliveryRow>
  /** By user and key. */
  readonly receipts: Map<string, ReceiptRow>
  readonly events: LoggedEvent[]
  readonly jobs: Map<string, JobRow>
  readonly texts: Map<string, string>
  readonly listeners: Set<() => void>
  /** Counts the jobs ever made, for their ids. */
  jobCount: number
  /** The position of the last event that was looked at for webhooks. */
  dispatchedUpTo: number
  /** Grows with every lease of a receipt, so that no two are the same. */
  receiptFence: number
}

/** Where in its table's list of unique values each one stands. */
export const UNIQUE = {
  username: 0,
  identityProviderId: 1,
  walletAddress: 2,
  secretHash: 0,
  shortcode: 0,
  vault: 1,
  externalId: 0,
} as const

export const walletKey = (dropId: DropId, claimer: string): string => `${dropId}:${claimer}`

const vaultOf = ({ vault }: Drop): string | null => (vault.kind === 'none' ? null : vault.objectId)

export function createMemoryState(): MemoryState {
  return {
    users: createMemoryTable<User>('users', (user) => user.id, [
      { field: 'username', valueOf: (user) => user.username },
      { field: 'identityProviderId', valueOf: (user) => user.identityProviderId },
      { field: 'walletAddress', valueOf: (user) => user.walletAddress },
    ]),
    apiKeys: createMemoryTable<ApiKey>('apiKeys', (key) => key.id, [
      { field: 'secretHash', valueOf: (key) => key.secretHash },
    ]),
    tokens: createMemoryTable<Token>('tokens', (token) => token.id),
    drops: createMemoryTable<Drop>('drops', (drop) => drop.id, [
      {
        field: 'shortcode',
        valueOf: (drop) => (drop.deletedAt === null ? drop.shortcode.toLowerCase() : null),
      },
      { field: null, valueOf: vaultOf },
    ]),
    claims: createMemoryTable<Claim>('claims', idOfClaim, [
      { field: null, valueOf: (claim) => `${walletKey(claim.dropId, claim.claimer)}:${claim.slot}` },
    ]),
    claimIdsByDrop: new Map(),
    claimIdsByWallet: new Map(),
    chainTransactions: createMemoryTable<ChainTransaction>('chainTransactions', (sent) => sent.id),
    paymentIntents: createMemoryTable<PaymentIntent>('paymentIntents', (intent) => intent.id, [
      { field: null, valueOf: (intent) => intent.externalId },
    ]),
    refunds: createMemoryTable<Refund>('refunds', (refund) => refund.id),
    payouts: createMemoryTable<Payout>('payouts', (payout) => payout.id),
    usedPayments: new Map(),
    webhooks: createMemoryTable<Webhook>('webhooks', (webhook) => webhook.id),
    sessions: createMemoryTable<Session>('sessions', (session) => session.id, [
      { field: 'secretHash', valueOf: (session) => session.secretHash },
    ]),
    challenges: createMemoryTable<SignInChallenge>('challenges', (challenge) => challenge.nonce),
    files: createMemoryTable<UploadedFile>('files', (file) => file.id),
    walletLists: new Map(),
    deliveries: new Map(),
    receipts: new Map(),
    events: [],
    jobs: new Map(),
    texts: new Map(),
    listeners: new Set(),
    jobCount: 0,
    dispatchedUpTo: 0,
    receiptFence: 0,
  }
}

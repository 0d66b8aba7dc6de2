import {
  type ApiKey,
  type ChainTransaction,
  type Claim,
  type ClaimLink,
  type Drop,
  type DropCount,
  type DropId,
  type Effect,
  type Exemption,
  type FileId,
  type Instant,
  idOfClaim,
  type Job,
  type JobFailure,
  type LoggedEvent,
  type LotteryEntry,
  type NewEvent,
  type PaymentIntent,
  type PaymentIntentId,
  type Payout,
  type Piece,
  type RankPage,
  type Refund,
  type Sealed,
  type Session,
  type SignInChallenge,
  type Token,
  transferKey,
  type UnmatchedPayment,
  type UploadedFile,
  type User,
  type Webhook,
  type WebhookDelivery,
  type WebhookDeliveryId,
  type WebhookId,
} from '@dropkit/core'
import {
  createMemoryRows,
  createMemoryTable,
  frozen,
  type MemoryRowListener,
  type MemoryRowsOptions,
  type MemoryTable,
  noteClaim,
  type Undo,
  walletKey,
} from './memory-table.ts'

export interface JobRow extends Job {
  /** When the lease of the job ends. Null if it has none. */
  readonly leasedUntil: Instant | null
  /** The due time of requests since the job was taken. */
  readonly askedAgainFor: Instant | null
  /** Why the last run failed. Null if it did not fail. */
  readonly failure: JobFailure | null
}

export interface DeliveryRow {
  readonly delivery: WebhookDelivery
  readonly fence: number
  readonly leasedUntil: Instant | null
}

export interface IdempotencyRow {
  readonly fingerprint: string
  readonly fence: number
  /** When the lease of the running request ends. Null if none is running. */
  readonly leasedUntil: Instant | null
  readonly expiresAt: Instant
  readonly effect: Effect | null
  readonly answer: Sealed | null
}

/** The state of all in-memory adapters. It outlives them, as a disk outlives a process. */
export interface MemoryState {
  readonly users: MemoryTable<User>
  readonly apiKeys: MemoryTable<ApiKey>
  readonly tokens: MemoryTable<Token>
  readonly drops: MemoryTable<Drop>
  readonly claims: MemoryTable<Claim>
  /** By drop and id. */
  readonly claimLinks: MemoryTable<ClaimLink>
  /** The ids of each drop's claims, oldest first. */
  readonly claimIdsByDrop: Map<DropId, string[]>
  /** The ids of each wallet's claims on each drop, oldest first. */
  readonly claimIdsByWallet: Map<string, string[]>
  readonly chainTransactions: MemoryTable<ChainTransaction>
  readonly paymentIntents: MemoryTable<PaymentIntent>
  readonly refunds: MemoryTable<Refund>
  readonly payouts: MemoryTable<Payout>
  /** The intent that uses each transfer, by `transferKey`. Null for an unmatched payment. */
  readonly usedPayments: Map<string, PaymentIntentId | null>
  readonly unmatchedPayments: MemoryTable<UnmatchedPayment>
  readonly exemptions: MemoryTable<Exemption>
  /** By drop and wallet. */
  readonly lotteryEntries: MemoryTable<LotteryEntry>
  /** By drop and first rank. */
  readonly rankPages: MemoryTable<RankPage>
  readonly webhooks: MemoryTable<Webhook>
  /** The last log position at the registration of each webhook. The webhook gets only later events. */
  readonly webhookStarts: Map<WebhookId, number>
  readonly sessions: MemoryTable<Session>
  readonly challenges: MemoryTable<SignInChallenge>
  readonly files: MemoryTable<UploadedFile>
  readonly walletLists: Map<FileId, ReadonlySet<string>>
  /** By the manifest that contains them. */
  readonly pieces: Map<FileId, readonly Piece[]>
  readonly deliveries: Map<WebhookDeliveryId, DeliveryRow>
  /** By user and key. */
  readonly idempotencyRecords: Map<string, IdempotencyRow>
  /** By drop, interval, its start and what was counted. */
  readonly dropCounts: Map<string, DropCount>
  readonly events: LoggedEvent[]
  readonly jobs: Map<string, JobRow>
  readonly texts: Map<string, string>
  readonly listeners: Set<() => void>
  /** The number of all jobs so far, for their ids. */
  jobCount: number
  /** The position of the last event that was dispatched to webhooks. */
  dispatchedUpTo: number
  /** Increases with every lease of an idempotency record, so that fences are unique. */
  receiptFence: number
  /** Called for appended events. The other collections call it themselves. */
  readonly onRow: MemoryRowListener | undefined
}

export const keyOfLink = ({ dropId, id }: Pick<ClaimLink, 'dropId' | 'id'>): string => `${dropId}:${id}`

export const keyOfPage = ({ dropId, firstRank }: RankPage): string => `${dropId}:${firstRank}`

/** The index of each unique value in its table's list. */
export const UNIQUE = {
  username: 0,
  identityProviderId: 1,
  walletAddress: 2,
  secretHash: 0,
  shortcode: 0,
  vault: 1,
  externalId: 0,
  transfer: 0,
  exemptWallet: 0,
} as const

const vaultOf = ({ vault }: Drop): string | null => (vault.kind === 'none' ? null : vault.objectId)

/** Creates an empty state, or one with the rows of an earlier state. */
export function createMemoryState(options: MemoryRowsOptions = {}): MemoryState {
  const rows = createMemoryRows(options)
  const counters = rows<number>('counters')
  const state: MemoryState = {
    users: createMemoryTable<User>(
      'users',
      (user) => user.id,
      [
        { field: 'username', valueOf: (user) => user.username },
        { field: 'identityProviderId', valueOf: (user) => user.identityProviderId },
        { field: 'walletAddress', valueOf: (user) => user.walletAddress },
      ],
      rows('users'),
    ),
    apiKeys: createMemoryTable<ApiKey>(
      'apiKeys',
      (key) => key.id,
      [{ field: 'secretHash', valueOf: (key) => key.secretHash }],
      rows('apiKeys'),
    ),
    tokens: createMemoryTable<Token>('tokens', (token) => token.id, [], rows('tokens')),
    drops: createMemoryTable<Drop>(
      'drops',
      (drop) => drop.id,
      [
        {
          field: 'shortcode',
          valueOf: (drop) => (drop.deletedAt === null ? drop.shortcode.toLowerCase() : null),
        },
        { field: null, valueOf: vaultOf },
      ],
      rows('drops'),
    ),
    claims: createMemoryTable<Claim>(
      'claims',
      idOfClaim,
      [{ field: null, valueOf: (claim) => `${walletKey(claim.dropId, claim.claimer)}:${claim.slot}` }],
      rows('claims'),
    ),
    claimLinks: createMemoryTable<ClaimLink>('claimLinks', keyOfLink, [], rows('claimLinks')),
    claimIdsByDrop: new Map(),
    claimIdsByWallet: new Map(),
    chainTransactions: createMemoryTable<ChainTransaction>(
      'chainTransactions',
      (sent) => sent.id,
      [],
      rows('chainTransactions'),
    ),
    paymentIntents: createMemoryTable<PaymentIntent>(
      'paymentIntents',
      (intent) => intent.id,
      [{ field: null, valueOf: (intent) => intent.externalId }],
      rows('paymentIntents'),
    ),
    refunds: createMemoryTable<Refund>('refunds', (refund) => refund.id, [], rows('refunds')),
    payouts: createMemoryTable<Payout>('payouts', (payout) => payout.id, [], rows('payouts')),
    usedPayments: rows('usedPayments'),
    unmatchedPayments: createMemoryTable<UnmatchedPayment>(
      'unmatchedPayments',
      ({ id }) => id,
      [{ field: null, valueOf: transferKey }],
      rows('unmatchedPayments'),
    ),
    exemptions: createMemoryTable<Exemption>(
      'exemptions',
      ({ id }) => id,
      [
        {
          field: null,
          valueOf: ({ dropId, wallet, revokedAt }) => (revokedAt === null ? walletKey(dropId, wallet) : null),
        },
      ],
      rows('exemptions'),
    ),
    lotteryEntries: createMemoryTable<LotteryEntry>(
      'lotteryEntries',
      ({ dropId, wallet }) => walletKey(dropId, wallet),
      [],
      rows('lotteryEntries'),
    ),
    rankPages: createMemoryTable<RankPage>('rankPages', keyOfPage, [], rows('rankPages')),
    webhooks: createMemoryTable<Webhook>('webhooks', (webhook) => webhook.id, [], rows('webhooks')),
    webhookStarts: rows('webhookStarts'),
    sessions: createMemoryTable<Session>(
      'sessions',
      (session) => session.id,
      [{ field: 'secretHash', valueOf: (session) => session.secretHash }],
      rows('sessions'),
    ),
    challenges: createMemoryTable<SignInChallenge>(
      'challenges',
      (challenge) => challenge.nonce,
      [],
      rows('challenges'),
    ),
    files: createMemoryTable<UploadedFile>('files', (file) => file.id, [], rows('files')),
    walletLists: rows('walletLists'),
    pieces: rows('pieces'),
    deliveries: rows('deliveries'),
    idempotencyRecords: rows('receipts'),
    dropCounts: rows('dropCounts'),
    events: [...rows<LoggedEvent>('events').values()].sort((one, other) => one.position - other.position),
    jobs: rows('jobs'),
    texts: rows('texts'),
    listeners: new Set(),
    get jobCount() {
      return counters.get('jobs') ?? 0
    },
    set jobCount(count) {
      counters.set('jobs', count)
    },
    get dispatchedUpTo() {
      return counters.get('dispatchedUpTo') ?? 0
    },
    set dispatchedUpTo(position) {
      counters.set('dispatchedUpTo', position)
    },
    get receiptFence() {
      return counters.get('receiptFence') ?? 0
    },
    set receiptFence(fence) {
      counters.set('receiptFence', fence)
    },
    onRow: options.onRow,
  }
  const oldestFirst = (one: Claim, other: Claim) => one.sequence - other.sequence
  for (const claim of [...state.claims.all()].sort(oldestFirst)) noteClaim(state, claim, [])
  return state
}

/** Assigns an event its log position and appends it. */
export function appendEvent(state: MemoryState, event: NewEvent, undo: Undo): void {
  const { events, onRow } = state
  const logged: LoggedEvent = frozen({ ...event, position: events.length + 1 })
  const row = { collection: 'events', key: String(logged.position) }
  events.push(logged)
  onRow?.({ ...row, value: logged })
  undo.push(() => {
    events.pop()
    onRow?.({ ...row, value: undefined })
  })
}

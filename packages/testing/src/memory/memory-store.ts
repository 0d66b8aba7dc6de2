import {
  type Change,
  type Claim,
  type DeliveryQueue,
  type Drop,
  type DropCounts,
  err,
  type IdempotencyStore,
  isReserved,
  type JobQueue,
  type KeyValueStore,
  ok,
  type Result,
  type Retention,
  removedDeliveriesKey,
  type Store,
  type UniqueConflict,
  type User,
  type UserCount,
  type WebhookId,
} from '@dropkit/core'
import {
  claimIdOf,
  HOUR_MS,
  hasAlarm,
  isCancelledOrDeleted,
  isUndrawn,
  unreachable,
} from '@dropkit/core/internal'
import { commit } from './memory-commit.ts'
import { createMemoryDeliveryQueue } from './memory-delivery-queue.ts'
import { loadDropState } from './memory-drop-state.ts'
import { createMemoryIdempotencyStore, createMemoryKeyValueStore } from './memory-idempotency-store.ts'
import { createMemoryJobQueue } from './memory-job-queue.ts'
import { createMemoryLists, pageOf } from './memory-lists.ts'
import { createMemoryPayments } from './memory-payments.ts'
import { createMemoryPeople } from './memory-people.ts'
import { createMemoryDropCounts, createMemoryLottery, createMemoryRetention } from './memory-retention.ts'
import { createMemoryState, type MemoryState, UNIQUE } from './memory-state.ts'
import { claimsOn, countUpTo, found, isUndelivered, type Undo } from './memory-table.ts'

/** Differences from the default memory store. */
export interface MemoryStoreOptions {
  /** The initial state. Pass an earlier store's `state` to reopen it. */
  readonly state?: MemoryState
  /**
   * Calls each `decide` twice and uses the second result, as a database may do. This reveals decisions with side effects.
   */
  readonly decidesTwice?: boolean
  /**
   * Called before and after each commit. Throwing simulates a crash: before the commit nothing is written, after it
   * everything is.
   */
  readonly onCommit?: (moment: 'before' | 'after') => void
}

/** All storage ports, on one state in memory. */
export interface MemoryStorage {
  readonly store: Store
  readonly jobs: JobQueue
  readonly keyValues: KeyValueStore
  readonly deliveries: DeliveryQueue
  readonly idempotency: IdempotencyStore
  readonly retention: Retention
  readonly dropCounts: DropCounts
  readonly state: MemoryState
  close(): Promise<void>
}

/** Creates all storage adapters on one state in memory. They behave as their ports document. */
export function createMemoryStore(options: MemoryStoreOptions = {}): MemoryStorage {
  const state = options.state ?? createMemoryState()
  return {
    store: createStore(state, options),
    jobs: createMemoryJobQueue(state),
    keyValues: createMemoryKeyValueStore(state),
    deliveries: createMemoryDeliveryQueue(state),
    idempotency: createMemoryIdempotencyStore(state),
    retention: createMemoryRetention(state),
    dropCounts: createMemoryDropCounts(state),
    state,
    close: async () => undefined,
  }
}

function createStore(state: MemoryState, { decidesTwice = false, onCommit }: MemoryStoreOptions): Store {
  /** Lets other tasks run first, as a database would. Everything after that happens in one turn of the event loop. */
  async function transact<Locked, T, C extends Change<T>>(
    load: () => Locked,
    decide: (locked: Locked) => C & Change<T>,
    also: (change: C, undo: Undo) => void = () => undefined,
  ): Promise<Result<T, UniqueConflict>> {
    await Promise.resolve()
    if (decidesTwice) decide(load())
    const change = decide(load())
    onCommit?.('before')
    const committed = commit(state, change, (undo) => also(change, undo))
    onCommit?.('after')
    return committed.ok ? ok(change.result) : err(committed.error)
  }

  const isThere = (drop: Drop | undefined): drop is Drop => drop !== undefined && drop.deletedAt === null

  return {
    changeDrop: (dropId, query, decide) => transact(() => loadDropState(state, dropId, query), decide),
    changeToken: (tokenId, decide) => transact(() => state.tokens.get(tokenId) ?? null, decide),
    changeUser: (userId, decide, counted) =>
      transact(
        () => (counted ? countOf(state, userId, counted) : 0),
        (count) => decide(state.users.get(userId) ?? null, count),
      ),
    changeWebhook: async (webhookId, decide) => {
      const load = () => state.webhooks.get(webhookId) ?? null
      return transact(load, decide, ({ webhook }, undo) => {
        if (webhook === 'removed') removeWebhook(state, webhookId, undo)
        else if (webhook) state.webhooks.update(webhook, undo)
      })
    },
    changeUnmatchedPayment: (id, decide) => transact(() => state.unmatchedPayments.get(id) ?? null, decide),
    changeApiKey: (keyId, decide) => transact(() => state.apiKeys.get(keyId) ?? null, decide),
    changeFile: ({ id, contentHash }, decide) => {
      const uploads = () => [...state.files.all()].filter((file) => file.contentHash === contentHash)
      const other = () => uploads().find((file) => file.id !== id) ?? null
      return transact(
        () => uploads().find((file) => file.id === id) ?? null,
        (own) => decide(own, other()),
        ({ file }, undo) => {
          if (file === 'removed') state.files.remove(id, undo)
        },
      )
    },
    create: (change) =>
      transact(
        () => undefined,
        () => ({ ...change, result: undefined }),
      ),

    isEmpty: async () => state.users.size === 0,

    users: async (ids) => found(ids, (id) => state.users.get(id)),
    usersByWallet: async (wallets) =>
      found(wallets, (wallet) => state.users.byUnique(UNIQUE.walletAddress, wallet)),
    tokens: async (ids) => found(ids, (id) => state.tokens.get(id)),
    drops: async (ids) => found(ids, (id) => [state.drops.get(id)].find(isThere)),
    briefDrops: async (ids) => found(ids, (id) => [state.drops.get(id)].find(isThere)),
    metadataOfDrops: async (ids) => found(ids, (id) => JSON.stringify(state.drops.get(id)?.metadata)),
    gatingOfDrops: async (ids) => found(ids, (id) => state.drops.get(id)?.gating ?? undefined),
    dropByShortcode: async (shortcode) => state.drops.byUnique(UNIQUE.shortcode, shortcode.toLowerCase()),
    userByUsername: async (username) => state.users.byUnique(UNIQUE.username, username),
    claims: async (places) => {
      const ids = places.map(({ dropId, sequence }) => claimIdOf(dropId, sequence))
      return found<string, Claim>(ids, (id) => state.claims.get(id))
    },
    ...createMemoryLists(state),
    ...createMemoryLottery(state),
    ...createMemoryPayments(state),
    ...createMemoryPeople(state),

    async expiredVouchers(dropId, before, limit) {
      const expired = vouchersOut(state, dropId).filter((voucher) => voucher.expiresAt < before)
      return expired.slice(0, limit).map((voucher) => voucher.claim)
    },
    nextVoucherExpiry: async (dropId) => vouchersOut(state, dropId)[0]?.expiresAt ?? null,
    async undeliveredClaims(dropId, limit, after = 0) {
      const isDue = (claim: Claim) => claim.sequence > after && isUndelivered(claim)
      return claimsOn(state, dropId).filter(isDue).slice(0, limit)
    },
    undrawnClaims: async (dropId, limit) => claimsOn(state, dropId).filter(isUndrawn).slice(0, limit),
    dropState: async (dropId, query) => loadDropState(state, dropId, query),
    dropsByVault: async (objectIds) => found(objectIds, (id) => state.drops.byUnique(UNIQUE.vault, id)),
    async openVaults({ after, limit }) {
      const placeOf = (creatorId: string, dropId: string) => `${creatorId}/${dropId}`
      const last = after === undefined ? '' : placeOf(after.creatorId, after.dropId)
      return [...state.drops.all()]
        .filter(({ id, creatorId, vault }) => vault.kind === 'open' && placeOf(creatorId, id) > last)
        .sort((one, other) => (placeOf(one.creatorId, one.id) < placeOf(other.creatorId, other.id) ? -1 : 1))
        .slice(0, limit)
    },
    countVaultAlarms: async () => [...state.drops.all()].filter(hasAlarm).length,
    dropForSettlement: async (dropId) => state.drops.get(dropId),
    async claimsSince(dropId, since) {
      const hour = Math.floor(since / HOUR_MS) * HOUR_MS
      return claimsOn(state, dropId).filter((claim) => claim.createdAt >= hour).length
    },
    async claimSums(dropId, ranges) {
      const claims = claimsOn(state, dropId)
      return ranges.map(({ after, upTo, before }) => {
        const among = claims.filter(
          ({ sequence, createdAt }) => sequence > after && sequence <= upTo && createdAt < before,
        )
        const reserved = among.filter((claim) => isReserved(claim.state))
        return {
          claims: reserved.length,
          amount: reserved.reduce((sum, { amount }) => sum + amount, 0n),
          isSettled: !among.some(({ state: { kind } }) => kind === 'PENDING' || kind === 'SUBMITTED'),
          firstAt: among.length === 0 ? null : Math.min(...among.map(({ createdAt }) => createdAt)),
        }
      })
    },
    claimsInOrder: async (dropId, afterSequence, limit) =>
      claimsOn(state, dropId)
        .filter((claim) => claim.sequence > afterSequence)
        .slice(0, limit),
    exemptions: async (ids) => found(ids, (id) => state.exemptions.get(id)),
    listExemptions: async (dropId, page) =>
      pageOf(state.exemptions.all(), page, (exemption) => exemption.dropId === dropId),
    gatingConfig: async (id) => {
      const drops = [...state.drops.all()].filter(isThere)
      return drops.map(({ gating }) => gating).find((gating) => gating?.id === id) ?? undefined
    },
    webhooks: async (ids) => found(ids, (id) => state.webhooks.get(id)),
    listWebhooks: async (ownerId, page) =>
      pageOf(state.webhooks.all(), page, (webhook) => webhook.ownerId === ownerId),

    onEvents(listener) {
      state.listeners.add(listener)
      return () => void state.listeners.delete(listener)
    },
    check: async () => undefined,
  }
}

function countOf(state: MemoryState, userId: User['id'], { of, most }: UserCount): number {
  switch (of) {
    case 'webhooks':
      return countUpTo(most, state.webhooks.all(), ({ ownerId }) => ownerId === userId)
    case 'apiKeys':
      return countUpTo(most, state.apiKeys.all(), (key) => key.userId === userId && key.revokedAt === null)
    case 'vaults':
      return countUpTo(most, state.drops.all(), (drop) => {
        const canOpen = drop.vault.kind === 'none' && !isCancelledOrDeleted(drop)
        return drop.creatorId === userId && (drop.vault.kind === 'open' || canOpen)
      })
    default:
      return unreachable(of)
  }
}

function removeWebhook(state: MemoryState, id: WebhookId, undo: Undo): void {
  state.webhooks.remove(id, undo)
  const note = removedDeliveriesKey(id)
  const upTo = state.texts.get(note)
  if (upTo !== undefined) {
    state.texts.delete(note)
    undo.push(() => state.texts.set(note, upTo))
  }
  for (const [deliveryId, row] of state.deliveries) {
    if (row.delivery.webhookId !== id) continue
    state.deliveries.delete(deliveryId)
    undo.push(() => state.deliveries.set(deliveryId, row))
  }
}

/** The pending vouchers of a drop, in the order of their expiry. */
function vouchersOut(state: MemoryState, dropId: Drop['id']) {
  return claimsOn(state, dropId)
    .flatMap((claim) =>
      claim.state.kind === 'PENDING' && claim.state.expiresAt !== null
        ? [{ claim, expiresAt: claim.state.expiresAt }]
        : [],
    )
    .sort((one, other) => one.expiresAt - other.expiresAt || one.claim.sequence - other.claim.sequence)
}

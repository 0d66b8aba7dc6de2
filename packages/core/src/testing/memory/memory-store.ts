import type { Drop } from '../../domain/drop.ts'
import { claimIdOf } from '../../domain/ids.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import type { JobQueue } from '../../ports/job-queue.ts'
import type { KeyValueStore } from '../../ports/key-value-store.ts'
import type { Change, KnownCredential, Store, UniqueConflict } from '../../ports/store.ts'
import { commit } from './memory-commit.ts'
import { createMemoryJobQueue } from './memory-job-queue.ts'
import { createMemoryKeyValueStore } from './memory-key-value-store.ts'
import { createMemoryLists } from './memory-lists.ts'
import { claimsIn, loadPool } from './memory-pool.ts'
import { createMemoryState, type MemoryState, UNIQUE } from './memory-state.ts'

export interface MemoryStoreOptions {
  /** What is stored already; pass an earlier store's `state` to open it again. */
  readonly state?: MemoryState
  /** Calls each `decide` twice and takes its second answer, as a database may: it shows a decision that is not pure. */
  readonly decidesTwice?: boolean
  /**
   * Asked before and after each commit of the store; throwing is a crash there. After one before the commit nothing is
   * written, after one that follows it everything is.
   */
  readonly onCommit?: (moment: 'before' | 'after') => void
}

export interface MemoryStorage {
  readonly store: Store
  readonly jobs: JobQueue
  readonly keyValues: KeyValueStore
  readonly state: MemoryState
  close(): Promise<void>
}

/** The three stores over one state in memory, with the meaning that their ports document. */
export function createMemoryStore(options: MemoryStoreOptions = {}): MemoryStorage {
  const state = options.state ?? createMemoryState()
  return {
    store: createStore(state, options),
    jobs: createMemoryJobQueue(state),
    keyValues: createMemoryKeyValueStore(state),
    state,
    close: async () => undefined,
  }
}

function createStore(state: MemoryState, { decidesTwice = false, onCommit }: MemoryStoreOptions): Store {
  /** Gives others a turn first, as a database would; then everything happens in one turn. */
  async function transact<Locked, T>(
    load: () => Locked,
    decide: (locked: Locked) => Change<T>,
  ): Promise<Result<T, UniqueConflict>> {
    await Promise.resolve()
    if (decidesTwice) decide(load())
    const change = decide(load())
    onCommit?.('before')
    const committed = commit(state, change)
    onCommit?.('after')
    return committed.ok ? ok(change.result) : err(committed.error)
  }

  const isThere = (drop: Drop | undefined): drop is Drop => drop !== undefined && drop.deletedAt === null

  return {
    changeDrop: (dropId, question, decide) => transact(() => loadPool(state, dropId, question), decide),
    changeToken: (tokenId, decide) => transact(() => state.tokens.get(tokenId) ?? null, decide),
    changeUser: (userId, decide) => transact(() => state.users.get(userId) ?? null, decide),
    changeApiKey: (keyId, decide) => transact(() => state.apiKeys.get(keyId) ?? null, decide),
    create: (change) =>
      transact(
        () => undefined,
        () => ({ ...change, result: undefined }),
      ),

    async credentials(secretHashes) {
      const known = secretHashes.flatMap((hash) => credentialWith(state, hash) ?? [])
      return new Map(known.map((credential) => [credential.secretHash, credential]))
    },
    async touchApiKeys(lastUsed) {
      for (const [id, usedAt] of lastUsed) {
        const key = state.apiKeys.get(id)
        if (key) state.apiKeys.update({ ...key, lastUsedAt: Math.max(key.lastUsedAt ?? usedAt, usedAt) }, [])
      }
    },
    isEmpty: async () => state.users.size === 0,

    users: async (ids) => found(ids, (id) => state.users.get(id)),
    usersByWallet: async (wallets) =>
      found(wallets, (wallet) => state.users.byUnique(UNIQUE.walletAddress, wallet)),
    tokens: async (ids) => found(ids, (id) => state.tokens.get(id)),
    drops: async (ids) => found(ids, (id) => [state.drops.get(id)].find(isThere)),
    dropByShortcode: async (shortcode) => state.drops.byUnique(UNIQUE.shortcode, shortcode.toLowerCase()),
    userByUsername: async (username) => state.users.byUnique(UNIQUE.username, username),
    claims: async (places) => {
      const ids = places.map(({ dropId, sequence }) => claimIdOf(dropId, sequence))
      return found<string, ReturnType<typeof claimsIn>[number]>(ids, (id) => state.claims.get(id))
    },
    apiKeys: async (userId) =>
      [...state.apiKeys.all()]
        .filter((key) => key.userId === userId)
        .sort((one, other) => (one.id < other.id ? 1 : -1)),

    ...createMemoryLists(state),

    async expiredVouchers(dropId, before, limit) {
      const expired = vouchersOut(state, dropId).filter((voucher) => voucher.expiresAt < before)
      return expired.slice(0, limit).map((voucher) => voucher.claim)
    },
    nextVoucherExpiry: async (dropId) => vouchersOut(state, dropId)[0]?.expiresAt ?? null,
    async undeliveredClaims(dropId, limit) {
      return claimsIn(state, state.claimIdsByDrop.get(dropId))
        .filter((claim) => claim.state.kind === 'PENDING' && claim.state.expiresAt === null)
        .sort((one, other) => one.sequence - other.sequence)
        .slice(0, limit)
    },
    pool: async (dropId, question) => loadPool(state, dropId, question),
    dropsByVault: async (objectIds) => found(objectIds, (id) => state.drops.byUnique(UNIQUE.vault, id)),
    dropForSettlement: async (dropId) => state.drops.get(dropId),
    async openChainTransactions(dropId) {
      return [...state.chainTransactions.all()]
        .filter((sent) => sent.dropId === dropId && sent.state === 'sent')
        .sort((one, other) => one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1))
    },

    onEvents(listener) {
      state.listeners.add(listener)
      return () => void state.listeners.delete(listener)
    },
    check: async () => undefined,
  }
}

function found<Id, R>(ids: readonly Id[], find: (id: Id) => R | undefined): ReadonlyMap<Id, R> {
  const records = new Map<Id, R>()
  for (const id of ids) {
    const record = find(id)
    if (record !== undefined) records.set(id, record)
  }
  return records
}

function credentialWith(state: MemoryState, secretHash: string): KnownCredential | undefined {
  const key = state.apiKeys.byUnique(UNIQUE.secretHash, secretHash)
  const user = key && state.users.get(key.userId)
  if (!key || !user) return undefined
  return {
    credential: { kind: 'api_key', id: key.id },
    user,
    secretHash,
    requestsPerMinute: key.requestsPerMinute,
    expiresAt: null,
    revokedAt: key.revokedAt,
  }
}

/** The vouchers of a drop that are neither used nor released, those that run out first at the front. */
function vouchersOut(state: MemoryState, dropId: Drop['id']) {
  return claimsIn(state, state.claimIdsByDrop.get(dropId))
    .flatMap((claim) =>
      claim.state.kind === 'PENDING' && claim.state.expiresAt !== null
        ? [{ claim, expiresAt: claim.state.expiresAt }]
        : [],
    )
    .sort((one, other) => one.expiresAt - other.expiresAt || one.claim.sequence - other.claim.sequence)
}

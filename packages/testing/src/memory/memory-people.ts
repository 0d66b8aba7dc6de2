import type { KnownCredential, SignInChallenge, Store } from '@dropkit/core'
import { type MemoryState, UNIQUE } from './memory-state.ts'
import { found } from './memory-table.ts'

/** Creates the reads and changes of users, credentials and uploads. */
export function createMemoryPeople(state: MemoryState) {
  return {
    credentials: async (secretHashes) => found(secretHashes, (hash) => credentialWith(state, hash)),
    async touchApiKeys(lastUsed) {
      for (const [id, usedAt] of lastUsed) {
        const key = state.apiKeys.get(id)
        if (key) state.apiKeys.update({ ...key, lastUsedAt: Math.max(key.lastUsedAt ?? usedAt, usedAt) }, [])
      }
    },
    apiKeys: async (userId) =>
      [...state.apiKeys.all()]
        .filter((key) => key.userId === userId && key.revokedAt === null)
        .sort((one, other) => (one.id < other.id ? 1 : -1)),
    apiKey: async (id) => state.apiKeys.get(id),
    userByIdentity: async (id) => state.users.byUnique(UNIQUE.identityProviderId, id),

    async liveChallenges(address, { now, limit, requester }) {
      const live = [...state.challenges.all()].filter(
        (challenge) =>
          challenge.address === address &&
          (requester === undefined || challenge.requester === requester) &&
          challenge.usedAt === null &&
          now < challenge.expiresAt,
      )
      const isNewer = (one: SignInChallenge, other: SignInChallenge) =>
        other.expiresAt - one.expiresAt || (one.nonce < other.nonce ? 1 : -1)
      return live.sort(isNewer).slice(0, limit)
    },
    async dropChallenges(nonces) {
      for (const nonce of nonces)
        if (state.challenges.get(nonce)?.usedAt === null) state.challenges.remove(nonce, [])
    },
    async useChallenge(challenge, now) {
      const known = state.challenges.get(challenge.nonce)
      if (known && known.usedAt !== null) return false
      const used = { ...challenge, usedAt: now }
      if (known) state.challenges.update(used, [])
      else state.challenges.insert(used, [])
      return true
    },
    async revokeSession(id, now) {
      const session = state.sessions.get(id)
      if (session?.revokedAt === null) state.sessions.update({ ...session, revokedAt: now }, [])
    },
    async keepNewestSessions(userId, count) {
      const own = [...state.sessions.all()].filter((session) => session.userId === userId)
      own.sort((one, other) => (one.id < other.id ? 1 : -1))
      for (const { id } of own.slice(count)) state.sessions.remove(id, [])
    },

    files: async (ids) => found(ids, (id) => state.files.get(id)),
    async keepWalletList(fileId, batches) {
      state.walletLists.set(fileId, new Set([...batches].flat()))
    },
    hasWalletList: async (fileId) => state.walletLists.has(fileId),
    async keepPieces(fileId, pieces) {
      state.pieces.set(fileId, pieces)
    },
    pieces: async (fileIds, { after = 0, limit }) =>
      new Map(
        fileIds.map((id) => [
          id,
          (state.pieces.get(id) ?? []).filter(({ number }) => number > after).slice(0, limit),
        ]),
      ),
  } satisfies Partial<Store>
}

function credentialWith(state: MemoryState, secretHash: string): KnownCredential | undefined {
  const key = state.apiKeys.byUnique(UNIQUE.secretHash, secretHash)
  const session = state.sessions.byUnique(UNIQUE.secretHash, secretHash)
  const held = key ?? session
  const user = held && state.users.get(held.userId)
  if (!held || !user) return undefined
  return {
    credential: key
      ? { kind: 'api_key', id: key.id }
      : { kind: 'session', id: (held as NonNullable<typeof session>).id },
    user,
    secretHash,
    requestsPerMinute: key?.requestsPerMinute ?? null,
    expiresAt: session?.expiresAt ?? null,
    revokedAt: held.revokedAt,
  }
}

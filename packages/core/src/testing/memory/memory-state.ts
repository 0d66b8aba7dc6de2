import type { ChainTransaction } from '../../domain/chain-transaction.ts'
import { type Claim, idOfClaim } from '../../domain/claim.ts'
import type { Drop } from '../../domain/drop.ts'
import type { LoggedEvent } from '../../domain/event.ts'
import type { DropId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import type { Token } from '../../domain/token.ts'
import type { ApiKey, User } from '../../domain/user.ts'
import type { Job } from '../../ports/job-queue.ts'
import { createMemoryTable, type MemoryTable } from './memory-table.ts'

export interface JobRow extends Job {
  /** Until when somebody holds it; null when nobody does. */
  readonly leasedUntil: Instant | null
  /** For when it was asked for since it was taken. */
  readonly askedAgainFor: Instant | null
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
  readonly events: LoggedEvent[]
  readonly jobs: Map<string, JobRow>
  readonly texts: Map<string, string>
  readonly listeners: Set<() => void>
  /** Counts the jobs ever made, for their ids. */
  jobCount: number
}

/** Where in its table's list of unique values each one stands. */
export const UNIQUE = {
  username: 0,
  identityProviderId: 1,
  walletAddress: 2,
  secretHash: 0,
  shortcode: 0,
  vault: 1,
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
    events: [],
    jobs: new Map(),
    texts: new Map(),
    listeners: new Set(),
    jobCount: 0,
  }
}

import {
  type ChainPurpose,
  type ChainTransaction,
  excludeEachOther,
  type VaultPurposeKind,
} from '../../domain/chain-transaction.ts'
import type { Drop } from '../../domain/drop.ts'
import { type DropId, idOf } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import { unreachable } from '../../domain/invariant.ts'
import { messageOf } from '../../domain/refusal.ts'
import {
  type Change,
  chainFailure,
  type DropState,
  type DropStateQuery,
  type JobFailure,
  type JobOutcome,
  type OperatorAction,
  type Ports,
  type TransactionEffects,
} from '../../ports/index.ts'
import { changeClaims } from '../claims/settle-claims.ts'
import { logError } from '../log-error.ts'
import type { GasBudget } from '../user-limits.ts'
import { sendStored } from './send-stored.ts'

export type ChainWorkPorts = Pick<Ports, 'store' | 'chain' | 'clock' | 'ids' | 'log'> & {
  readonly limits?: { readonly gas: GasBudget } | undefined
}

/**
 * Well below a job's lease. After the lease, another server may have signed a transaction for the same purpose, and both
 * would be executed.
 */
const MOST_PREPARING_MS = 15_000

/** The number of vouchers that are renewed in the transaction that changes a drop's key. A job renews the others. */
export const SOME_VOUCHERS = { pendingClaimsAtMost: 200 } as const

/** What is known about a transaction of the service. */
export type Progress =
  | { readonly kind: 'succeeded' }
  /** It aborted without effect. */
  | {
      readonly kind: 'failed'
      readonly reason: string
      readonly isFinal?: boolean
      /** As in `TransactionOutcome`. */
      readonly isCongestion?: boolean
      /** As in `TransactionOutcome`. */
      readonly isWrongKey?: boolean
    }
  /** It can never take effect. Make a new one. */
  | { readonly kind: 'lost' }
  /** Not known yet, or not sent yet. Ask again later, not before `retryAt` if it is present. */
  | { readonly kind: 'unknown'; readonly reason: string; readonly retryAt?: Instant }
  /** The chain's rules refuse to build it, for example without funds. */
  | {
      readonly kind: 'not_possible'
      readonly reason: string
      readonly isFinal?: boolean
      readonly isWrongKey?: boolean
    }

/** The failure that is stored with the job. */
export function failureOf(progress: Exclude<Progress, { kind: 'succeeded' }>): JobFailure {
  switch (progress.kind) {
    case 'failed':
      return progress.isCongestion === true
        ? chainFailure(progress.reason)
        : { class: 'chain_refused', reason: progress.reason }
    case 'not_possible':
      return { class: 'chain_refused', reason: progress.reason }
    case 'lost':
      return chainFailure('no transaction took effect; a new one is made')
    case 'unknown':
      return progress.retryAt === undefined
        ? chainFailure(progress.reason)
        : { class: 'limit_reached', reason: progress.reason }
    default:
      return unreachable(progress)
  }
}

/** The outcome of a job after this progress: it runs again at `dueAt` or later, unless the reason is final. */
export function retryAfter(
  progress: Exclude<Progress, { kind: 'succeeded' }>,
  dueAt: Instant,
): Exclude<JobOutcome, { kind: 'done' }> {
  const failure = failureOf(progress)
  if ('isFinal' in progress && progress.isFinal === true) return { kind: 'failed', failure }
  const retryAt = 'retryAt' in progress ? progress.retryAt : undefined
  return { kind: 'again', dueAt: retryAt ?? dueAt, failed: failure }
}

export interface TransactionRequest {
  readonly dropId: DropId
  readonly purpose: ChainPurpose
  readonly action: OperatorAction
  /** What `applyOutcome` needs to know besides the records of the purpose. */
  readonly query?: DropStateQuery
  /** What is committed together with the stored transaction, under the drop's lock. Null cancels it. */
  readonly onPrepared?: (dropState: DropState, transaction: ChainTransaction) => Partial<Change<never>> | null
}

/** What follows from the end of a transaction, under the drop's lock. Committed together with the end. */
export type ApplyOutcome = (
  dropState: DropState,
  transaction: ChainTransaction,
  end:
    | { readonly kind: 'succeeded'; readonly effects: TransactionEffects }
    | { readonly kind: 'failed'; readonly reason: string; readonly isFinal?: boolean }
    | { readonly kind: 'lost' },
) => Partial<Change<never>>

/**
 * Signs a transaction, stores it with its digest, and only then sends it. A crash at any point leaves either nothing, or a
 * stored transaction that `followTransaction` continues.
 */
export async function sendTransaction(
  ports: ChainWorkPorts,
  work: TransactionRequest,
  applyOutcome: ApplyOutcome,
): Promise<Progress> {
  const stored = await prepareAndStore(ports, work)
  return stored.kind === 'stored'
    ? followTransaction(ports, stored.transaction, applyOutcome, work.query)
    : stored
}

/** The first half of `sendTransaction`: signs a transaction and stores it with its digest. Sends nothing. */
export async function prepareAndStore(
  ports: ChainWorkPorts,
  work: TransactionRequest,
): Promise<
  | { readonly kind: 'stored'; readonly transaction: ChainTransaction }
  | Extract<Progress, { readonly kind: 'lost' | 'unknown' | 'not_possible' }>
> {
  const startedAt = ports.clock.now()
  const prepared = await ports.chain.prepare(work.action)
  if (!prepared.ok) {
    return prepared.error.kind === 'not_possible'
      ? prepared.error
      : { kind: 'unknown', reason: prepared.error.reason }
  }
  const { bytes, digest, expiresAt, gas = 0n } = prepared.value
  const budget = gas > 0n && isForDrop(work.purpose) ? ports.limits?.gas : undefined
  // Pausing a vault protects its content, so it never waits.
  const isUrgent = work.purpose.kind === 'pause_vault'
  if (isUrgent) await budget?.note(work.dropId, gas)
  const over = isUrgent ? null : await budget?.take(work.dropId, gas)
  if (over) {
    const reason = messageOf(over)
    ports.log.warn('a transaction waits for gas', { dropId: work.dropId, purpose: work.purpose.kind, reason })
    return { kind: 'unknown', reason, retryAt: over.resetsAt }
  }
  const now = ports.clock.now()
  const transaction: ChainTransaction = {
    id: idOf('chaintx', ports.ids.next(now)),
    dropId: work.dropId,
    purpose: work.purpose,
    bytes,
    digest,
    expiresAt,
    state: 'sent',
    createdAt: now,
  }
  const query = { ...queryOfPurpose(work.purpose), openTransactions: true }
  let isStored = false
  try {
    const stored = await ports.store.changeDrop(work.dropId, query, (dropState): Change<boolean> => {
      // Checked under the lock, because waiting for the lock takes time too.
      if (ports.clock.now() - startedAt > MOST_PREPARING_MS) return { result: false }
      // Another server may have stored a transaction while this one was being signed: that one is followed first.
      const isExcluded = dropState?.openTransactions.some(({ purpose }) =>
        excludeEachOther(purpose, work.purpose, dropState.drop.type),
      )
      if (isExcluded) return { result: false }
      const also = dropState && (work.onPrepared ? work.onPrepared(dropState, transaction) : {})
      return also === null
        ? { result: false }
        : { ...also, result: true, insert: { chainTransactions: [transaction] } }
    })
    isStored = stored.ok && stored.value
  } finally {
    // Only a stored transaction is sent. An error here must not hide why this one was not stored.
    if (!isStored)
      await budget?.note(work.dropId, -gas).catch((error) => {
        logError(
          ports.log,
          'the gas of an unsent transaction was not given back',
          { dropId: work.dropId },
          error,
        )
      })
  }
  return isStored ? { kind: 'stored', transaction } : { kind: 'lost' }
}

/** Refunds and payouts move money of buyers and owners, so they wait for no budget. */
const isForDrop = ({ kind }: ChainPurpose): boolean => kind !== 'refund' && kind !== 'payout'

/** Sends a stored transaction (again: the same bytes take effect once) and applies its outcome once. */
export async function followTransaction(
  ports: ChainWorkPorts,
  transaction: ChainTransaction,
  applyOutcome: ApplyOutcome,
  query: DropStateQuery = {},
): Promise<Progress> {
  const end = (outcome: Parameters<ApplyOutcome>[2]) =>
    endTransaction(ports, transaction, { outcome, applyOutcome, query })
  const found = await sendStored(ports.chain, transaction)
  switch (found.kind) {
    case 'unknown':
      return found
    case 'lost':
      await end(found)
      return found
    case 'failed': {
      await end(found)
      const { at: _, ...failed } = found
      return failed
    }
    case 'succeeded':
      await end(found)
      return { kind: 'succeeded' }
    default:
      return unreachable(found)
  }
}

interface End {
  readonly outcome: Parameters<ApplyOutcome>[2]
  readonly applyOutcome: ApplyOutcome
  readonly query: DropStateQuery
}

async function endTransaction(
  ports: ChainWorkPorts,
  transaction: ChainTransaction,
  { outcome, applyOutcome, query }: End,
): Promise<void> {
  const asked = { ...queryOfPurpose(transaction.purpose), ...query, openTransactions: true }
  // Also loads the intents of the loaded claims, as of a delivery. A refund loads no claims: for it, this is `changeDrop`.
  await changeClaims(ports.store, transaction.dropId, asked, (dropState): Change<void> => {
    // Another server may have ended the transaction in the meantime. Applying the outcome again could undo later changes.
    const isOpen = dropState?.openTransactions.some(({ id }) => id === transaction.id)
    if (!dropState || !isOpen) return { result: undefined }
    const change = applyOutcome(dropState, transaction, outcome)
    const ended = { ...transaction, state: outcome.kind }
    return { ...change, result: undefined, update: { ...change.update, chainTransactions: [ended] } }
  })
}

/** The records that the purpose of a transaction needs under the lock. */
function queryOfPurpose(purpose: ChainPurpose): DropStateQuery {
  switch (purpose.kind) {
    case 'deliver_claims':
      return { sequences: purpose.sequences }
    case 'refund':
      return { refundIds: [purpose.refundId], intentsOfTransfers: true }
    case 'payout':
      return { payoutIds: [purpose.payoutId], intentsOfTransfers: true }
    case 'open_vault':
    case 'fund_vault':
    case 'pause_vault':
    case 'resume_vault':
      return {}
    case 'close_vault':
      return { anUndelivered: true }
    case 'rotate_key':
      return SOME_VOUCHERS
    default:
      return unreachable(purpose)
  }
}

/** The drop's open transactions that concern its vault, oldest first. */
export async function vaultTransactions(
  { store }: { readonly store: Pick<Ports['store'], 'dropState'> },
  dropId: DropId,
): Promise<readonly ChainTransaction[]> {
  return (await store.dropState(dropId, { openTransactions: true }))?.openTransactions ?? []
}

/** The drop's open transaction of one of these kinds, if there is one. */
export async function transactionUnderWay(
  ports: Pick<Ports, 'store'>,
  drop: Pick<Drop, 'id'>,
  kinds: readonly VaultPurposeKind[],
): Promise<ChainTransaction | undefined> {
  const open = await vaultTransactions(ports, drop.id)
  return open.find(({ purpose }) => kinds.some((kind) => kind === purpose.kind))
}

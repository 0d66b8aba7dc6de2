import {
  type Address,
  type ClaimedOnChain,
  type Clock,
  type Instant,
  type KeyValueStore,
  ok,
  type Result,
  type TransactionEffects,
} from '@dropkit/core'
import { invariant } from '@dropkit/core/internal'
import { keysOfPayment, notePayment } from './ledger-logs.ts'
import { type LedgerPage, openPage, openVaultOf } from './ledger-page.ts'
import {
  absenceKey,
  decodeRecord,
  encodeRecord,
  type MoveAbort,
  sequenceKey,
  type TransactionRecord,
  transactionKey,
  type VaultRecord,
  vaultKey,
  waitingKey,
} from './ledger-records.ts'

type EffectLists = Omit<TransactionEffects, 'sender' | 'at'>

/** One transaction: the keys that it uses and the changes that it makes. */
export interface LedgerTransaction {
  readonly digest: string
  /**
   * The digest under which a failure is recorded if the same inputs may be retried (a wallet's claim). If undefined, the
   * first outcome of the transaction is final.
   */
  readonly failureDigest?: string
  readonly sender: Address
  /** All keys that `apply` reads and writes, except those of the vaults. */
  readonly keys: readonly string[]
  readonly vaultIds?: readonly Address[]
  /** Whether it is a payment to the treasury if it succeeds. If so, it gets a number in the payment log. */
  readonly paysTreasury?: boolean
  /** The transaction is refused from this time on. */
  readonly expiresAt?: Instant
  /** Called under the locks, possibly more than once. Its writes are discarded if it aborts. */
  apply(page: LedgerPage): Result<Partial<EffectLists>, MoveAbort>
}

/**
 * `chainTime` is the time of a state without the transaction. The transaction can no longer take effect at an earlier time.
 */
type Found = TransactionRecord | { readonly kind: 'absent'; readonly chainTime: Instant }

type Ran = TransactionRecord | { readonly kind: 'expired' }

/** The keys that a transaction uses, besides its result, and the changes that it makes. */
export type LedgerRule = Pick<LedgerTransaction, 'keys' | 'vaultIds' | 'paysTreasury' | 'apply'>

export interface Ledger {
  /** Returns what the outcome would be now. Locks nothing and writes nothing. */
  tryOut(rule: LedgerRule): Promise<Result<null, MoveAbort>>
  run(transaction: LedgerTransaction): Promise<Ran>
  find(digest: string): Promise<Found>
  /** Returns the chain time of the vault. No later transaction on the vault gets an earlier time. */
  lookAtVault(vaultId: Address): Promise<Instant>
  /** Returns 1 for the first transaction that is sent or prepared for a subject, then 2, and so on. */
  nextSequence(subject: string): Promise<number>
  readVaults(vaultIds: readonly Address[]): Promise<ReadonlyMap<Address, VaultRecord>>
}

const NOTHING: EffectLists = { claimed: [], vaultsOpened: [], deposits: [], published: [], payments: [] }

export function createLedger(keyValues: KeyValueStore, clock: Clock): Ledger {
  async function run(transaction: LedgerTransaction): Promise<Ran> {
    const { digest, failureDigest = digest, sender, expiresAt, paysTreasury = false } = transaction
    const vaultKeys = (transaction.vaultIds ?? []).map(vaultKey)
    const absences = expiresAt === undefined ? [] : [absenceKey(digest)]
    // Only a vault pays claims. They then wait for their position in the log.
    const waiting = vaultKeys.length === 0 ? [] : [waitingKey(digest)]
    const notes = paysTreasury ? [...waiting, ...keysOfPayment(digest)] : waiting
    const results = [transactionKey(digest), transactionKey(failureDigest)]
    const keys = [...new Set([...results, ...notes, ...absences, ...vaultKeys, ...transaction.keys])]

    return keyValues.transact<Ran>(keys, (values) => {
      const earlier = values.get(transactionKey(digest))
      if (earlier !== undefined && failureDigest === digest) return unchanged(decodeRecord(earlier))

      const at = Math.max(
        clock.now(),
        ...vaultKeys.map((key) => seenAtOf(values.get(key))),
        ...absences.map((key) => Number(values.get(key) ?? 0)),
      )
      if (expiresAt !== undefined && at >= expiresAt) return unchanged({ kind: 'expired' })

      const page = openPage(keys, values, at)
      const applied = transaction.apply(page)
      if (!applied.ok) {
        const failed: TransactionRecord = { kind: 'failed', abort: applied.error, at }
        const writes = new Map([[transactionKey(failureDigest), encodeRecord(failed)]])
        return { writes, result: failed }
      }
      const effects: TransactionEffects = { sender, at, ...NOTHING, ...applied.value }
      const succeeded: TransactionRecord = { kind: 'succeeded', effects }
      page.write(transactionKey(digest), encodeRecord(succeeded))
      const [firstClaim] = effects.claimed
      if (firstClaim !== undefined) page.write(waitingKey(digest), placeInOrder(page, firstClaim))
      if (paysTreasury) notePayment(page, digest, effects)
      return { writes: page.writes, result: succeeded }
    })
  }

  return {
    run,

    async tryOut({ keys, vaultIds = [], apply }) {
      const touched = [...new Set([...vaultIds.map(vaultKey), ...keys])]
      const values = await keyValues.get(touched)
      const applied = apply(openPage(touched, values, clock.now()))
      return applied.ok ? ok(null) : applied
    },

    async find(digest) {
      const key = transactionKey(digest)
      const found = (await keyValues.get([key])).get(key)
      if (found !== undefined) return decodeRecord<TransactionRecord>(found)
      // The transaction may be about to be written. Waits for that under the lock, and ensures that it cannot be written
      // later with an earlier time.
      const absence = absenceKey(digest)
      return keyValues.transact<Found>([key, absence], (values) => {
        const meanwhile = values.get(key)
        if (meanwhile !== undefined) return unchanged(decodeRecord<TransactionRecord>(meanwhile))
        const chainTime = Math.max(clock.now(), Number(values.get(absence) ?? 0))
        return { writes: new Map([[absence, String(chainTime)]]), result: { kind: 'absent', chainTime } }
      })
    },

    lookAtVault(vaultId) {
      const key = vaultKey(vaultId)
      return keyValues.transact<Instant>([key], (values) => {
        const text = values.get(key)
        const seenAt = Math.max(clock.now(), seenAtOf(text))
        if (text === undefined) return unchanged(seenAt)
        const vault = decodeRecord<VaultRecord>(text)
        return { writes: new Map([[key, encodeRecord({ ...vault, seenAt })]]), result: seenAt }
      })
    },

    nextSequence(subject) {
      const key = sequenceKey(subject)
      return keyValues.transact([key], (values) => {
        const next = Number(values.get(key) ?? 0) + 1
        return { writes: new Map([[key, String(next)]]), result: next }
      })
    },

    async readVaults(vaultIds) {
      const values = await keyValues.get([...new Set(vaultIds)].map(vaultKey))
      const vaults = new Map<Address, VaultRecord>()
      for (const vaultId of vaultIds) {
        const text = values.get(vaultKey(vaultId))
        if (text !== undefined) vaults.set(vaultId, decodeRecord(text))
      }
      return vaults
    },
  }
}

const unchanged = <Value>(result: Value) => ({ writes: new Map<string, string | null>(), result })

/** A text that sorts by the chain time, and within a millisecond by the vault's own order. */
function placeInOrder(page: LedgerPage, { at, dropObjectId }: ClaimedOnChain): string {
  const vault = openVaultOf(page, dropObjectId)
  invariant(vault.ok, 'a vault that pays is open')
  return [String(at).padStart(16, '0'), dropObjectId, String(vault.value.paidCount).padStart(16, '0')].join(
    ' ',
  )
}

const seenAtOf = (vault: string | undefined): Instant =>
  vault === undefined ? 0 : decodeRecord<VaultRecord>(vault).seenAt

/** Returns the values of all items, or the first abort. */
export function applyAll<Item, Value>(
  items: readonly Item[],
  apply: (item: Item) => Result<Value, MoveAbort>,
): Result<readonly Value[], MoveAbort> {
  const values: Value[] = []
  for (const item of items) {
    const applied = apply(item)
    if (!applied.ok) return applied
    values.push(applied.value)
  }
  return ok(values)
}

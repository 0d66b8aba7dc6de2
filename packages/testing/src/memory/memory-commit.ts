import {
  type ChangeSet,
  err,
  ok,
  type PaymentIntentId,
  type Result,
  transferKey,
  type UniqueConflict,
  type UsedPayment,
} from '@dropkit/core'
import { noteEffect } from './memory-idempotency-store.ts'
import { requestJob } from './memory-job-queue.ts'
import { appendEvent, keyOfLink, keyOfPage, type MemoryState, UNIQUE } from './memory-state.ts'
import { type MemoryTable, noteClaim, type Undo, UniqueViolation } from './memory-table.ts'

/** Writes a change completely, or undoes it if a write fails. `also` is written in the same commit. */
export function commit(
  state: MemoryState,
  change: ChangeSet,
  also: (undo: Undo) => void = () => undefined,
): Result<void, UniqueConflict> {
  const undo: Undo = []
  try {
    write(state, change, undo)
    also(undo)
  } catch (cause) {
    for (const step of undo.reverse()) step()
    if (cause instanceof UniqueViolation) return err(cause.conflict)
    throw cause
  }
  if (change.events?.length) announce(state)
  return ok(undefined)
}

function write(state: MemoryState, { insert = {}, update = {}, ...change }: ChangeSet, undo: Undo): void {
  // Updates run first, because an insert of the same change may reuse a slot or shortcode that an update releases.
  updateAll(state.users, update.users, undo)
  updateAll(state.apiKeys, update.apiKeys, undo)
  updateAll(state.tokens, update.tokens, undo)
  updateAll(state.drops, update.drops, undo)
  updateAll(state.claims, update.claims, undo)
  updateAll(state.claimLinks, update.claimLinks, undo)
  updateAll(state.chainTransactions, update.chainTransactions, undo)
  updateAll(state.paymentIntents, update.paymentIntents, undo)
  updateAll(state.refunds, update.refunds, undo)
  updateAll(state.payouts, update.payouts, undo)
  updateAll(state.exemptions, update.exemptions, undo)
  updateAll(state.lotteryEntries, update.lotteryEntries, undo)
  insertAll(state.users, insert.users, undo)
  insertAll(state.apiKeys, insert.apiKeys, undo)
  insertAll(state.tokens, insert.tokens, undo)
  insertAll(state.drops, insert.drops, undo)
  insertAll(state.claims, insert.claims, undo)
  const newLinks = insert.claimLinks?.filter((link) => state.claimLinks.get(keyOfLink(link)) === undefined)
  insertAll(state.claimLinks, newLinks, undo)
  for (const claim of insert.claims ?? []) noteClaim(state, claim, undo)
  insertAll(state.chainTransactions, insert.chainTransactions, undo)
  insertAll(state.paymentIntents, insert.paymentIntents, undo)
  insertAll(state.refunds, insert.refunds, undo)
  insertAll(state.payouts, insert.payouts, undo)
  insertAll(state.exemptions, insert.exemptions, undo)
  insertAll(state.lotteryEntries, insert.lotteryEntries, undo)
  const newPages = insert.rankPages?.filter((page) => state.rankPages.get(keyOfPage(page)) === undefined)
  insertAll(state.rankPages, newPages, undo)
  insertAll(state.webhooks, insert.webhooks, undo)
  for (const { id } of insert.webhooks ?? []) state.webhookStarts.set(id, state.events.length)
  insertAll(state.sessions, insert.sessions, undo)
  insertAll(state.challenges, insert.challenges, undo)
  insertAll(state.files, insert.files, undo)
  for (const payment of insert.unmatchedPayments ?? []) {
    const key = transferKey(payment)
    if (state.usedPayments.has(key)) throw new UniqueViolation('txHash')
    use(state, key, null, undo)
    state.unmatchedPayments.insert(payment, undo)
  }
  for (const used of insert.usedPayments ?? []) usePayment(state, used, undo)
  updateAll(state.unmatchedPayments, update.unmatchedPayments, undo)
  for (const { lease, effect } of change.idempotency ?? []) noteEffect(state, lease, effect, undo)
  for (const [key, value] of change.notes ?? []) {
    const before = state.texts.get(key)
    if (before === undefined) continue
    state.texts.set(key, value)
    undo.push(() => state.texts.set(key, before))
  }
  for (const event of change.events ?? []) appendEvent(state, event, undo)
  for (const job of change.jobs ?? []) requestJob(state, job, undo)
}

function insertAll<R>(table: MemoryTable<R>, records: readonly R[] | undefined, undo: Undo): void {
  for (const record of records ?? []) table.insert(record, undo)
}

function updateAll<R>(table: MemoryTable<R>, records: readonly R[] | undefined, undo: Undo): void {
  for (const record of records ?? []) table.update(record, undo)
}

function usePayment(state: MemoryState, { intentId, ...place }: UsedPayment, undo: Undo): void {
  const key = transferKey(place)
  const unmatched = state.unmatchedPayments.byUnique(UNIQUE.transfer, key)
  if (state.usedPayments.has(key) && unmatched?.state.kind !== 'OPEN') throw new UniqueViolation('txHash')
  use(state, key, intentId, undo)
  if (unmatched && intentId !== null)
    state.unmatchedPayments.update({ ...unmatched, state: { kind: 'ASSIGNED', intentId } }, undo)
}

function use(state: MemoryState, key: string, intentId: PaymentIntentId | null, undo: Undo): void {
  const before = state.usedPayments.get(key)
  state.usedPayments.set(key, intentId)
  undo.push(() => {
    if (before === undefined) state.usedPayments.delete(key)
    else state.usedPayments.set(key, before)
  })
}

/** Notifies the listeners after the committer has continued. The notification is a hint, not part of the change. */
function announce(state: MemoryState): void {
  void Promise.resolve().then(() => {
    for (const listener of state.listeners) listener()
  })
}

import type { Claim, JobKind } from '@dropkit/core'
import { isOpen, NEVER, receiptOf, transferKey, voucherExpiryOf } from '@dropkit/core/internal'
import type { Actors } from './actors.ts'
import { waitsForVault } from './check-lottery.ts'
import type { Follower } from './followers.ts'
import type { World } from './world.ts'

/** Jobs that never end, or that wait for an owner's deposit or for a date. */
const GOES_ON: readonly JobKind[] = [
  'watch_chain',
  'watch_payments',
  'audit_vaults',
  'sweep',
  'look_up_candidates',
  'settle_schedule',
  'open_vault',
  'watch_deposit',
]

const OF_WAITING_DROPS: readonly JobKind[] = ['deliver_claims', 'close_vault', 'wind_up']

/** The first unfinished thing; null if everything is finished. */
export function whatIsUnsettled(
  { storage, chain, timeline }: World,
  { unreachable }: Pick<Actors, 'unreachable'>,
  follower: Follower,
): string | null {
  const { state } = storage
  const isOpenClaim = ({ state: { kind } }: Claim) => kind === 'PENDING' || kind === 'SUBMITTED'
  // A claim that can never be delivered waits forever, and so does the end of its drop, but nothing else.
  const waiting = new Set<string>()
  for (const claim of state.claims.all()) {
    if (!isOpenClaim(claim)) continue
    if (claim.claimer === unreachable && voucherExpiryOf(claim) === null && claim.state.kind === 'PENDING')
      waiting.add(claim.dropId)
    else return `claim ${claim.sequence} of ${claim.dropId} is ${claim.state.kind}`
  }
  for (const { id, state: how, purpose } of state.chainTransactions.all()) {
    if (how === 'sent') return `${id}, to ${purpose.kind}, is sent and its end is not known`
  }
  for (const { id, state: how } of [...state.refunds.all(), ...state.payouts.all()]) {
    if (how.kind === 'PENDING') return `${id} is PENDING`
  }
  for (const intent of state.paymentIntents.all())
    if (isOpen(intent)) return `${intent.id} is ${intent.state.kind}`
  // Each payment counts for an intent, waits for review, or is stored as unmatched.
  const received = new Set([...state.paymentIntents.all()].map((intent) => receiptOf(intent)?.txHash))
  for (const payment of chain.state.payments) {
    const isKept = state.usedPayments.has(transferKey(payment)) || received.has(payment.txHash)
    if (!isKept) return `payment ${transferKey(payment)} is kept nowhere`
  }
  for (const { kind, subject, dueAt } of state.jobs.values()) {
    const isWaiting =
      (waiting.has(subject) && OF_WAITING_DROPS.includes(kind)) ||
      (kind === 'run_lottery' && waitsForVault({ storage }, subject, timeline.now))
    if (!GOES_ON.includes(kind) && !isWaiting && dueAt < NEVER)
      return `there is still work to ${kind} for ${subject}`
  }
  for (const { id, status, vault, nextVoucherKey } of state.drops.all()) {
    if (status === 'CANCELLED' && vault.kind === 'open' && !waiting.has(id))
      return `the vault of ${id} is open`
    if (nextVoucherKey !== null) return `the key of ${id} is being rotated`
  }
  if (follower.position < state.events.length)
    return `event ${follower.position + 1} waits for who follows the log`
  if (state.dispatchedUpTo < state.events.length) return 'events wait for being dispatched'
  for (const [id, { delivery }] of state.deliveries)
    if (delivery.state.kind === 'waiting') return `${id} waits`
  return null
}

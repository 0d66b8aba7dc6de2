import type { Address } from '../../domain/address.ts'
import { type Claim, isReserved, type Standing } from '../../domain/claim.ts'
import { type Drop, walletLimit } from '../../domain/drop.ts'
import type { DropId } from '../../domain/ids.ts'
import type { PaymentIntent } from '../../domain/payment/payment-intent.ts'
import type { Pool, PoolQuestion } from '../../ports/store.ts'
import { claimsIn, claimsOn, hasVoucherOut } from './memory-claims.ts'
import { factsFor } from './memory-facts.ts'
import { intentsOn, isOpen } from './memory-payments.ts'
import { type MemoryState, walletKey } from './memory-state.ts'
import type { MemoryTable } from './memory-table.ts'

export function loadPool(state: MemoryState, dropId: DropId, question: PoolQuestion): Pool | null {
  const drop = state.drops.get(dropId)
  if (!drop) return null
  const standings = new Map<Address, Standing>()
  for (const wallet of question.wallets ?? []) {
    const claims = claimsIn(state, state.claimIdsByWallet.get(walletKey(dropId, wallet)))
    if (claims.length > 0) standings.set(wallet, standingOf(drop, claims))
  }
  const refunds = chosen(state.refunds, dropId, question.refundIds)
  const ofRefunds = question.intentsOfRefunds ? [...refunds.values()].map(({ intentId }) => intentId) : []
  return {
    drop,
    standings,
    facts: factsFor(state, dropId, question),
    paid: paidBy(state, dropId, question.buyers ?? []),
    intents: chosen(state.paymentIntents, dropId, [...(question.intentIds ?? []), ...ofRefunds]),
    openIntents: intentsOn(state, dropId).filter(
      (intent) => intent.payerId === question.openIntentsOf && isOpen(intent),
    ).length,
    refunds,
    payouts: chosen(state.payouts, dropId, question.payoutIds),
    claims: claimsFor(state, dropId, question),
  }
}

function claimsFor(state: MemoryState, dropId: DropId, question: PoolQuestion): Pool['claims'] {
  const sequences = new Set(question.sequences)
  const wanted = claimsOn(state, dropId).filter(
    (claim) =>
      question.allClaims === true ||
      sequences.has(claim.sequence) ||
      (question.pendingClaims === true && hasVoucherOut(claim)),
  )
  return new Map(wanted.map((claim) => [claim.sequence, claim]))
}

/** The records of these ids, as far as they are this drop's. */
function chosen<Id extends string, R extends { readonly id: Id; readonly dropId: DropId }>(
  table: MemoryTable<R>,
  dropId: DropId,
  ids: readonly Id[] = [],
): ReadonlyMap<Id, R> {
  const found = ids.flatMap((id) => table.get(id) ?? []).filter((record) => record.dropId === dropId)
  return new Map(found.map((record) => [record.id, record]))
}

function paidBy(state: MemoryState, dropId: DropId, buyers: readonly Address[]): Pool['paid'] {
  const paid = new Map<Address, PaymentIntent[]>()
  if (buyers.length === 0) return paid
  for (const intent of intentsOn(state, dropId)) {
    if (intent.state.kind !== 'PAID' || intent.held < 1 || !buyers.includes(intent.wallet)) continue
    paid.set(intent.wallet, [...(paid.get(intent.wallet) ?? []), intent])
  }
  return paid
}

/** What `Standing` says it holds, of one wallet's claims from the oldest to the newest. */
export function standingOf(drop: Drop, claims: readonly Claim[]): Standing {
  const inOrder = claims.toSorted((one, other) => one.sequence - other.sequence)
  const isLimited = drop.claimType === 'STREAK' || walletLimit(drop) !== Number.POSITIVE_INFINITY
  const reserved = inOrder.filter((claim) => isReserved(claim.state))
  const newest = isLimited ? reserved.at(-1) : undefined
  return {
    live: reserved.filter((claim) => claim.state.kind === 'PENDING' || claim === newest),
    slots: isLimited ? reserved.map((claim) => claim.slot) : [],
  }
}

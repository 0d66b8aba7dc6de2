import type { Address } from './address.ts'
import { type Claim, NEW_WALLET, type WalletState } from './claim.ts'
import { decideClaim } from './claim-checks.ts'
import type { ClaimDecision, ClaimRequest, Gate } from './claim-decision.ts'
import type { ClaimLink, ClaimLinkId, UsedClaimLink } from './claim-link.ts'
import { type Drop, isSoldOut, type Tally } from './drop.ts'
import { applySchedule } from './drop-status.ts'
import { claimedEvent, dropEvent, type NewEvent } from './event.ts'
import type { PaymentIntentId } from './ids.ts'
import type { Instant } from './instant.ts'
import type { LotteryEntry } from './lottery.ts'
import { spendItems } from './payment/drop-totals.ts'
import type { PaymentIntent } from './payment/payment-intent.ts'
import type { SeededHash } from './random-amount.ts'
import { approvalKey } from './recipient.ts'

/** What decides the claims of one batch. The first three are the state before the first claim. */
export interface ClaimBatchContext {
  readonly drop: Drop
  readonly walletStates: ReadonlyMap<Address, WalletState>
  readonly paid: ReadonlyMap<Address, readonly PaymentIntent[]>
  /** The links of the requests that the drop has. */
  readonly links?: ReadonlyMap<ClaimLinkId, UsedClaimLink>
  /** The lottery entries of the wallets. */
  readonly entries?: ReadonlyMap<Address, LotteryEntry>
  /** The approvals of the requests that earlier claims have used, by `approvalKey`. */
  readonly usedApprovals?: ReadonlySet<string>
  /** See `ClaimContext`. */
  readonly mostClaims: number
  readonly now: Instant
  /** The verdict of the gating rules on the wallet of the request at `index`. */
  readonly gate: (index: number) => Gate
  readonly hash: () => SeededHash
  /** See `ClaimContext`. */
  readonly sha256?: ((bytes: Uint8Array) => Uint8Array) | undefined
}

/** The decision for each claim of a batch, and everything to write in its transaction. */
export interface ClaimBatchResult {
  /** One decision per request, in order. */
  readonly decisions: readonly ClaimDecision[]
  /** The drop after the batch; the same object if it did not change. */
  readonly drop: Drop
  readonly inserted: readonly Claim[]
  readonly renewed: readonly Claim[]
  /** Intents whose items were spent. */
  readonly intents: readonly PaymentIntent[]
  /** Links that were used. */
  readonly links: readonly ClaimLink[]
  readonly events: readonly NewEvent[]
}

/**
 * Decides claims on one drop one by one. Each claim sees the effects of the previous ones. A batch gives the same results
 * as deciding the same claims separately at the same instant.
 */
export function decideClaims(
  context: ClaimBatchContext,
  requests: readonly ClaimRequest[],
): ClaimBatchResult {
  const settled = applySchedule(context.drop, context.now)
  const events: NewEvent[] = [...settled.events]
  const decisions: ClaimDecision[] = []
  const inserted: Claim[] = []
  const renewed = new Overlay<number, Claim>()
  // The changes of this batch, on top of the context.
  const walletStates = new Overlay<Address, WalletState>()
  const paid = new Overlay<Address, readonly PaymentIntent[]>()
  const spent = new Overlay<PaymentIntentId, PaymentIntent>()
  const links = new Overlay<ClaimLinkId, UsedClaimLink>()
  const approvals = new Overlay<string, true>()
  const last = requests.length - 1
  let drop = settled.drop
  let tally: Tally = drop.tally
  const firstSequence = tally.lastSequence + 1

  for (const [index, request] of requests.entries()) {
    const { claimer, linkId, recipient } = request
    const walletState = walletStates.get(claimer) ?? context.walletStates.get(claimer) ?? NEW_WALLET
    const intents = paid.get(claimer) ?? context.paid.get(claimer) ?? NO_INTENTS
    const link = linkId && (links.get(linkId) ?? context.links?.get(linkId))
    const approval = recipient && approvalKey(claimer, recipient)
    const decision = decideClaim(
      {
        drop,
        tally,
        walletState,
        paid: intents,
        link,
        entry: context.entries?.get(claimer),
        isApprovalUsed:
          approval !== undefined &&
          (approvals.get(approval) ?? context.usedApprovals?.has(approval) ?? false),
        mostClaims: context.mostClaims,
        now: context.now,
        gate: context.gate(index),
        hash: context.hash,
        sha256: context.sha256,
      },
      request,
    )
    if (decision.kind === 'reserved') {
      const { claim } = decision
      tally = decision.tally
      inserted.push(claim)
      if (approval !== undefined) approvals.set(approval, true)
      if (link) links.set(link.link.id, { link: { ...link.link, sequence: claim.sequence }, claim })
      // The last request's wallet state is not read again.
      if (index < last) walletStates.set(claimer, walletStateWith(walletState, claim))
      const sale = sold(intents, claim)
      if (sale) {
        spent.set(sale.id, sale)
        paid.set(
          claimer,
          intents.map((intent) => (intent.id === sale.id ? sale : intent)),
        )
      }
      events.push(claimedEvent(claim, drop, tally))
      if (isSoldOut(drop, tally)) {
        const after = soldOutDrop({ ...drop, tally }, context.now)
        drop = after.drop
        events.push(...after.events)
      }
    } else if (decision.kind === 'renewed') {
      const { claim } = decision
      if (claim.sequence < firstSequence) renewed.set(claim.sequence, claim)
      else inserted[claim.sequence - firstSequence] = claim
      walletStates.set(claimer, replaceClaim(walletState, claim))
      if (link) links.set(link.link.id, { ...link, claim })
    }
    decisions.push(decision)
  }

  const changed = inserted.length > 0
  return {
    decisions,
    drop: changed ? { ...drop, tally } : drop,
    inserted,
    renewed: renewed.values(),
    intents: spent.values(),
    links: links
      .values()
      .flatMap(({ link }) => (link.sequence === context.links?.get(link.id)?.link.sequence ? [] : [link])),
    events,
  }
}

/**
 * Sets the status to SOLD_OUT in the transaction of the last claim, and adds the `drop.completed` event, which a drop has
 * only once.
 */
export function soldOutDrop(
  drop: Drop,
  now: Instant,
): { readonly drop: Drop; readonly events: readonly NewEvent[] } {
  const events = [dropEvent('drop.sold_out', drop, now, null)]
  if (drop.completedAt === null)
    events.push(dropEvent('drop.completed', drop, now, null, { reason: 'sold_out' }))
  return {
    drop: { ...drop, status: 'SOLD_OUT', completedAt: drop.completedAt ?? now, updatedAt: now },
    events,
  }
}

const NO_INTENTS: readonly PaymentIntent[] = []

/** A map that is created at its first entry, because most batches have one claim and change nothing else. */
class Overlay<Key, Value> {
  #entries: Map<Key, Value> | undefined

  get(key: Key): Value | undefined {
    return this.#entries?.get(key)
  }

  set(key: Key, value: Value): void {
    this.#entries ??= new Map()
    this.#entries.set(key, value)
  }

  values(): readonly Value[] {
    return this.#entries ? [...this.#entries.values()] : []
  }
}

const walletStateWith = (walletState: WalletState, claim: Claim): WalletState => ({
  live: [...walletState.live, claim],
  slots: [...walletState.slots, claim.slot],
})

const replaceClaim = (walletState: WalletState, claim: Claim): WalletState => ({
  ...walletState,
  live: walletState.live.map((earlier) => (earlier.sequence === claim.sequence ? claim : earlier)),
})

/** Returns the intent after a claim has spent its items. Undefined if the claim spends none. */
function sold(intents: readonly PaymentIntent[], claim: Claim): PaymentIntent | undefined {
  const before = intents.find(({ id }) => id === claim.intentId)
  return before && spendItems(before, claim.items, claim.createdAt)
}

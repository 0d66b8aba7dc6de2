import type { Address } from '../address.ts'
import { MAX_AMOUNT } from '../amount.ts'
import { type Drop, walletLimit } from '../drop.ts'
import { refusalOfPieces } from '../drop-terms.ts'
import type { PaymentIntentId } from '../ids.ts'
import type { Instant } from '../instant.ts'
import { invariant } from '../invariant.ts'
import { badInput, messageOf, type Refusal } from '../refusal.ts'
import { err, ok, type Result } from '../result.ts'
import type { Caller } from '../user.ts'
import { withHeld } from './hold.ts'
import { intentEvent } from './payment-event.ts'
import { amountDue, assertSound, type PaymentIntent } from './payment-intent.ts'
import { itemsThatFit, type PaymentChange, tooMany } from './take-payment.ts'
import {
  mostUnpaidItems,
  refuseTooSoon,
  refuseUnpaid,
  type UnpaidHolds,
  type UnpaidLimit,
} from './unpaid-limit.ts'

const MAX_OPEN_INTENTS = 10

export interface Purchase {
  readonly id: PaymentIntentId
  readonly externalId: string
  readonly caller: Caller
  readonly wallet: Address
  readonly paymentMethod: string
  readonly quantity: number
  readonly coinType: string
  readonly recipient: Address
  readonly lifetimeMs: number
  /** Intents of this user on this drop that are PENDING or PROCESSING. */
  readonly openIntents: number
  /** Reserved claims of the wallet here, where the drop limits them. */
  readonly claimCount: number
  /** Items that the wallet's intents hold here, paid or not: each may become a claim yet. */
  readonly heldItems: number
  /** What the wallet holds unpaid on this drop, over all payers. */
  readonly unpaidOfWallet: UnpaidHolds
  /** What the caller holds unpaid on this drop, for any wallet. */
  readonly unpaidOfPayer: UnpaidHolds
  readonly unpaidLimit: UnpaidLimit
}

/** Sets items aside for a buyer for a while. The claim ladder up to payment has been climbed already. */
export function createIntent(drop: Drop, purchase: Purchase, now: Instant): Result<PaymentChange, Refusal> {
  const { price } = drop
  if (price === null) return err(badInput('dropId', 'This drop is free'))
  // Drops from before this limit may have larger claims, which no transaction can deliver.
  const undeliverable = drop.award.kind === 'fixed' ? refusalOfPieces(drop) : undefined
  if (undeliverable) return err({ kind: 'conflict', message: messageOf(undeliverable) })
  const { quantity } = purchase
  if (!Number.isInteger(quantity) || quantity < 1) {
    return err(badInput('quantity', 'quantity must be a whole number of at least 1'))
  }
  if (price.atomic * BigInt(quantity) > MAX_AMOUNT) {
    return err(badInput('quantity', `${quantity} items cost more than ${price.currency} can hold`))
  }
  if (purchase.openIntents >= MAX_OPEN_INTENTS) {
    const message = `At most ${MAX_OPEN_INTENTS} payment intents may be open on a drop; pay or cancel one first`
    return err({
      kind: 'conflict',
      message,
      details: { limit: MAX_OPEN_INTENTS, open: purchase.openIntents },
    })
  }
  // On a STREAK a wallet claims once a day, as long as it lasts.
  const limit = drop.claimType === 'STREAK' ? Number.POSITIVE_INFINITY : walletLimit(drop)
  const { claimCount, heldItems } = purchase
  if (claimCount + heldItems + quantity > limit) {
    return err({ kind: 'claim_limit_reached', limit, claimCount, heldItems })
  }
  const fitting = itemsThatFit(drop)
  if (quantity > fitting) return err(tooMany(quantity, fitting))
  const unpaid = refuseHold(drop, purchase, now)
  if (unpaid) return err(unpaid)

  const intent: PaymentIntent = {
    id: purchase.id,
    externalId: purchase.externalId,
    dropId: drop.id,
    creatorId: drop.creatorId,
    payerId: purchase.caller.user.id,
    wallet: purchase.wallet,
    paymentMethod: purchase.paymentMethod,
    quantity,
    unitPrice: price.atomic,
    currency: price.currency,
    coinType: purchase.coinType,
    recipient: purchase.recipient,
    state: { kind: 'PENDING' },
    held: 0,
    spent: 0,
    earned: 0n,
    paidOut: 0n,
    refunding: 0n,
    refunded: 0n,
    expiresAt: now + purchase.lifetimeMs,
    createdAt: now,
    updatedAt: now,
  }
  const held = withHeld(intent, drop, quantity)
  invariant(amountDue(held.intent) > 0n, 'a priced drop costs something')
  const created = intentEvent('payment.created', held.intent, now, purchase.caller.user.id)
  return ok({ intent: assertSound(held.intent), drop: held.drop, events: [created] })
}

/**
 * Keeps a wallet and a user from holding a large part of a drop without paying. The owner's intents are not limited.
 * Intents that others made for a wallet do not count against the user who has proved that wallet.
 */
function refuseHold(drop: Drop, purchase: Purchase, now: Instant): Refusal | undefined {
  const { caller, wallet, quantity, unpaidOfWallet, unpaidOfPayer, unpaidLimit } = purchase
  if (caller.user.id === drop.creatorId) return undefined
  const refusalOf = (holder: 'wallet' | 'user', holds: UnpaidHolds) => {
    const most = mostUnpaidItems(drop, unpaidLimit, holds.lapses)
    return refuseUnpaid(holder, holds, quantity, most) ?? refuseTooSoon(holds, most, now)
  }
  const ofUser = refusalOf('user', unpaidOfPayer)
  if (ofUser || caller.user.walletAddress === wallet) return ofUser
  return refusalOf('wallet', unpaidOfWallet)
}

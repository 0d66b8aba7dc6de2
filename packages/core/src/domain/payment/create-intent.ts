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
import { itemsThatFit, type PaymentChange, tooMany, walletRoom } from './take-payment.ts'
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
  /** The caller's PENDING and PROCESSING intents on this drop. */
  readonly openIntents: number
  /** The wallet's reserved claims on this drop, if the drop limits them. */
  readonly claimCount: number
  /** The items that the wallet's intents hold on this drop, paid or not. Each may still become a claim. */
  readonly heldItems: number
  /** The wallet's unpaid items on this drop, over all payers. */
  readonly unpaidOfWallet: UnpaidHolds
  /** The caller's unpaid items on this drop, over all wallets. */
  readonly unpaidOfPayer: UnpaidHolds
  readonly unpaidLimit: UnpaidLimit
}

/** Holds items for a buyer for a limited time. The claim checks up to payment have already passed. */
export function createIntent(drop: Drop, purchase: Purchase, now: Instant): Result<PaymentChange, Refusal> {
  const { price } = drop
  if (price === null) return err(badInput('dropId', 'FREE_DROP', 'This drop is free'))
  // Drops that are older than this limit may have larger claims, which no transaction can deliver.
  const undeliverable = drop.award.kind === 'fixed' ? refusalOfPieces(drop) : undefined
  if (undeliverable)
    return err({ kind: 'conflict', reason: 'UNDELIVERABLE', message: messageOf(undeliverable) })
  const { quantity } = purchase
  if (!Number.isInteger(quantity) || quantity < 1) {
    return err(
      badInput('quantity', 'TOO_SMALL', 'quantity must be a whole number of at least 1', { least: 1 }),
    )
  }
  if (price.atomic * BigInt(quantity) > MAX_AMOUNT) {
    return err(
      badInput('quantity', 'TOO_LARGE', `${quantity} items cost more than ${price.currency} can hold`),
    )
  }
  if (purchase.openIntents >= MAX_OPEN_INTENTS) {
    const message = `At most ${MAX_OPEN_INTENTS} payment intents may be open on a drop; pay or cancel one first`
    return err({
      kind: 'conflict',
      reason: 'TOO_MANY_PAYMENTS',
      message,
      details: { limit: MAX_OPEN_INTENTS, open: purchase.openIntents },
    })
  }
  if (quantity > walletRoom(drop, purchase)) {
    const { claimCount, heldItems } = purchase
    return err({ kind: 'claim_limit_reached', limit: walletLimit(drop), claimCount, heldItems })
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
 * Prevents a wallet or a user from holding a large part of a drop without paying. The owner's intents are not limited. If a
 * user has proved a wallet, intents that other users made for it do not count against that user.
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

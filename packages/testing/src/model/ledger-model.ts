import type { Address, ClaimType, DropId, Instant, PaymentIntent, Payout, SignedVoucher } from '@dropkit/core'
import { DAY_MS, unreachable } from '@dropkit/core/internal'

/** A claim in the model. */
export interface ModelClaim {
  readonly wallet: string
  /** The address that receives the amount: the wallet, or another one that it has named. */
  readonly recipient: string
  /** The UTC day on which it was made. */
  readonly day: number
  /** Unknown until it is read, if the amount is drawn. */
  amount: bigint
  state: 'pending' | 'confirmed' | 'expired'
  /** When its voucher expires. Null if the service delivers it. */
  expiresAt: Instant | null
  /** The last voucher that a caller received. */
  voucher: SignedVoucher | null
  /** The transaction that claimed it on the chain. */
  takenBy: string | null
}

/** A gating rule, by its condition for a wallet. */
export type ModelRule =
  | { readonly kind: 'listed'; readonly isIn: boolean; readonly wallets: readonly string[] }
  | {
      readonly kind: 'confirmed_claims'
      readonly operator: '>=' | '>' | '<=' | '<' | '==' | '!='
      readonly count: number
    }

/** A drop with all its claims so far. */
export interface ModelDrop {
  readonly id: string
  readonly award: 'fixed' | 'open' | 'random'
  readonly claimType: ClaimType
  /** The active gating rules, all of which a wallet must meet. Null if there are none. */
  gate: readonly ModelRule[] | null
  /** The minimum amount of another claim. */
  readonly item: bigint
  readonly pool: bigint
  readonly supply: number | null
  readonly limit: number
  /** The state that its owner has set. */
  state: 'active' | 'paused' | 'ended' | 'deleted'
  /** The n-th claim has index n − 1. */
  readonly claims: ModelClaim[]
}

/** An order of items, as its buyer received it. */
export interface ModelOrder {
  readonly id: PaymentIntent['id']
  readonly externalId: string
  readonly wallet: Address
  readonly due: bigint
  readonly coinType: string
  readonly recipient: Address
  readonly expiresAt: Instant
}

/** A transfer of a wallet to the treasury. */
export interface ModelPayment {
  readonly txHash: string
  /** The index of the transfer in its transaction. */
  readonly index: number
  readonly from: Address
  readonly coinType: string
  readonly amount: bigint
}

/** A priced drop with all orders and payments of wallets. `money-rules.ts` defines what must follow from them. */
export interface ModelSale {
  readonly id: DropId
  readonly award: ModelDrop['award']
  readonly supply: number
  readonly orders: ModelOrder[]
  readonly sent: ModelPayment[]
  readonly vouchers: SignedVoucher[]
  readonly payoutIds: Payout['id'][]
  isOver: boolean
}

/** The expected content of a ledger, in the simplest form. */
export interface LedgerModel {
  readonly drops: ModelDrop[]
  /** The only priced drop. Null if there is none. */
  sale: ModelSale | null
}

/** Creates an empty ledger. */
export const createLedgerModel = (): LedgerModel => ({ drops: [], sale: null })

/** The expected answer of the ledger. */
export type Prediction =
  /** `sequence` is that of the granted claim. */
  | { readonly kind: 'granted'; readonly sequence: number }
  | { readonly kind: 'refused'; readonly refusal: string }

const refused = (refusal: string): Prediction => ({ kind: 'refused', refusal })

/** Whether a claim holds its part of the pool. */
export const isReservedIn = ({ state }: ModelClaim): boolean => state !== 'expired'

/** The claims that hold a part of the pool. */
export const reservedIn = (drop: ModelDrop): readonly ModelClaim[] => drop.claims.filter(isReservedIn)

/** The sum of these claims, in the smallest unit. */
export const reservedAmountOf = (drop: ModelDrop): bigint =>
  reservedIn(drop).reduce((sum, { amount }) => sum + amount, 0n)

/** Whether no further claim is possible. */
export function isSoldOutIn(drop: ModelDrop): boolean {
  const isSupplyGone = drop.supply !== null && reservedIn(drop).length >= drop.supply
  return isSupplyGone || drop.pool - reservedAmountOf(drop) < drop.item
}

/** The expected status of the drop. */
export function statusIn(drop: ModelDrop): string {
  if (drop.state === 'active') return isSoldOutIn(drop) ? 'SOLD_OUT' : 'ACTIVE'
  return drop.state === 'paused' ? 'PAUSED' : drop.state === 'ended' ? 'ENDED' : 'CANCELLED'
}

/** One requested claim. */
export interface ModelRequest {
  readonly wallet: string
  /** The address that the wallet names to receive the amount; null for itself. */
  readonly recipient: string | null
  /** Null if the drop decides it. */
  readonly amount: bigint | null
  readonly now: Instant
  readonly lifetimeMs: number
}

/** Makes a claim on the model and returns the expected answer. */
export function claimIn(drop: ModelDrop, request: ModelRequest): Prediction {
  if (drop.state === 'deleted') return refused('not_found')
  const repeat = drop.award === 'random' ? repeatDraw(drop, request) : repeatVoucher(drop, request)
  if (repeat) return repeat

  const closed = refusalIn(drop)
  if (closed) return refused(closed)
  const amount = drop.award === 'open' ? request.amount : drop.item
  if (amount === null || amount > drop.pool - reservedAmountOf(drop)) return refused('bad_user_input')
  const theirs = reservedIn(drop).filter(({ wallet }) => wallet === request.wallet)
  const today = dayOf(request.now)
  if (drop.claimType === 'STREAK') {
    if (theirs.some(({ day }) => day === today)) return refused('claim_cooldown')
  } else if (theirs.length >= drop.limit)
    return refused(drop.limit === 1 ? 'already_claimed' : 'claim_limit_reached')

  if (!isAdmitted(drop, request.wallet)) return refused('not_eligible')

  drop.claims.push({
    wallet: request.wallet,
    recipient: request.recipient ?? request.wallet,
    day: today,
    amount,
    state: 'pending',
    expiresAt: drop.award === 'random' ? null : request.now + request.lifetimeMs,
    voucher: null,
    takenBy: null,
  })
  return { kind: 'granted', sequence: drop.claims.length }
}

const dayOf = (now: Instant): number => Math.floor(now / DAY_MS)

/** Whether a repeated request of the claim's wallet gets this claim again. On a STREAK drop, only on the same day. */
export const isCurrent = (drop: ModelDrop, { day }: ModelClaim, now: Instant): boolean =>
  drop.claimType !== 'STREAK' || day === dayOf(now)

/** An ELITE drop without rules admits no wallet. Any other drop without rules admits all. */
function isAdmitted({ gate, claimType, claims }: ModelDrop, wallet: string): boolean {
  if (gate === null) return claimType !== 'ELITE'
  const confirmed = claims.filter((claim) => claim.wallet === wallet && claim.state === 'confirmed').length
  return gate.every((rule) => {
    if (rule.kind === 'listed') return rule.wallets.includes(wallet) === rule.isIn
    switch (rule.operator) {
      case '>=':
        return confirmed >= rule.count
      case '>':
        return confirmed > rule.count
      case '<=':
        return confirmed <= rule.count
      case '<':
        return confirmed < rule.count
      case '==':
        return confirmed === rule.count
      case '!=':
        return confirmed !== rule.count
      default:
        return unreachable(rule.operator)
    }
  })
}

function refusalIn(drop: ModelDrop): string | undefined {
  const status = statusIn(drop)
  if (status === 'SOLD_OUT') return 'drop_sold_out'
  if (status === 'PAUSED') return 'drop_not_active'
  return status === 'ENDED' ? 'drop_ended' : undefined
}

function repeatVoucher(
  drop: ModelDrop,
  { wallet, recipient, amount, now, lifetimeMs }: ModelRequest,
): Prediction | undefined {
  const place = drop.claims.findIndex(
    (claim) => claim.wallet === wallet && claim.state === 'pending' && isCurrent(drop, claim, now),
  )
  const pending = drop.claims[place]
  if (!pending) return undefined
  if (amount !== null && amount !== pending.amount) return refused('conflict')
  if (recipient !== null && recipient !== pending.recipient) return refused('conflict')
  if (pending.expiresAt !== null && now >= pending.expiresAt) {
    const closed = refusalIn(drop)
    if (closed && closed !== 'drop_sold_out') return refused(closed)
    pending.expiresAt = now + lifetimeMs
  }
  return { kind: 'granted', sequence: place + 1 }
}

function repeatDraw(drop: ModelDrop, { wallet, recipient, now }: ModelRequest): Prediction | undefined {
  const place = drop.claims.findLastIndex(
    (claim) => claim.wallet === wallet && isReservedIn(claim) && isCurrent(drop, claim, now),
  )
  if (place < 0) return undefined
  // A STREAK draws once a day. While the drop is open, a repeated request is refused with the start of the next day.
  if (drop.claimType === 'STREAK') return refused(refusalIn(drop) ? 'already_claimed' : 'claim_cooldown')
  if (drop.limit === 1) return refused('already_claimed')
  const earlier = drop.claims[place]
  if (earlier?.state !== 'pending') return undefined
  if (recipient !== null && recipient !== earlier.recipient) return refused('conflict')
  return { kind: 'granted', sequence: place + 1 }
}

/** Changes the state of a drop for its owner. Returns the name of the refusal if that is not possible. */
export function moveIn(drop: ModelDrop, to: 'active' | 'paused' | 'ended'): string | undefined {
  if (drop.state === 'deleted') return 'not_found'
  const isSoldOut = statusIn(drop) === 'SOLD_OUT'
  if (drop.state === to && !isSoldOut) return undefined
  const isFinal = drop.state === 'ended' || (drop.award === 'random' && isSoldOut)
  if (isFinal || (isSoldOut && to === 'active')) return 'invalid_transition'
  drop.state = to
  return undefined
}

/**
 * Applies the effects of the background work once the chain answers: all paid claims are confirmed, and all expired ones
 * are released.
 */
export function settleIn(model: LedgerModel, chainNow: Instant): void {
  for (const { award, claims } of model.drops) {
    for (const claim of claims) {
      if (claim.state !== 'pending') continue
      if (award === 'random' || claim.takenBy !== null) claim.state = 'confirmed'
      else if (claim.expiresAt !== null && claim.expiresAt < chainNow) claim.state = 'expired'
    }
  }
}

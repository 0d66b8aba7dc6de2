import type { UserId } from '../../domain/ids.ts'
import type { PaymentIntent } from '../../domain/payment/payment-intent.ts'
import {
  bestFitting,
  intentAwaiting,
  intentFor,
  type Purchases,
} from '../../domain/payment/payment-purpose.ts'
import type { Refusal } from '../../domain/refusal.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import type { PaymentOnChain, Ports } from '../../ports/index.ts'
import type { Settings } from '../settings.ts'
import { intentByName } from './intent-by-name.ts'

/** Several users have intents that a payment could be for, and nothing says which of them its sender meant. */
export const CONTESTED: Refusal = {
  kind: 'conflict',
  message:
    'Others have intents too that this payment could be for, and no memo says which: link the wallet that paid to yourself by signing in with it, and confirm again. A payment that has its intent’s id as memo is never in doubt',
}

/** What a wallet has bought lately that a payment of it could be for. */
export async function purchasesOf(
  { store }: Pick<Ports, 'store'>,
  wallet: PaymentIntent['wallet'],
  since: number,
): Promise<Purchases> {
  const [unpaid, paid] = await Promise.all([
    store.unpaidIntents(wallet, since),
    store.intentsPaidBy(wallet, since),
  ])
  return { unpaid, paid }
}

/**
 * Which intent a payment is for that nobody has named: the one that its memo names, whoever's it is, else one of its
 * wallet's; undefined when nobody can tell.
 */
export async function likelyIntent(
  ports: Pick<Ports, 'store'>,
  payment: PaymentOnChain,
  purchases: Purchases,
): Promise<PaymentIntent | undefined> {
  const meant = await intentMeant(ports, payment)
  if (meant) return meant
  const [payerId, ...rivals] = await likelyPayers(ports, payment, purchases)
  if (rivals.length > 0) return undefined
  return intentFor(payment, payerId === undefined ? purchases : only(purchases, isOf(payerId)))
}

/**
 * Whose a payment is that was named for an intent: the one that its sender wrote on it, else the sender's own that waited
 * for it. A hash is public, and anybody may make an intent for any wallet: naming it must not take a stranger's money.
 * `known` is what the sender has bought, where that was asked for already.
 */
export async function rightfulIntent(
  ports: Pick<Ports, 'store'>,
  { latePaymentWatchMs }: Settings,
  payment: PaymentOnChain,
  intent: PaymentIntent,
  known?: Purchases,
): Promise<Result<PaymentIntent, Refusal>> {
  // Anybody may name a transaction; what is written on it is its sender's own word.
  const meant = await intentMeant(ports, payment)
  if (meant) return ok(meant)
  const all = known ?? (await purchasesOf(ports, payment.from, payment.at - latePaymentWatchMs))
  const isOwn = payment.from === intent.wallet
  // A payment for another wallet's intent is not taken from it by one that was made later.
  const purchases = isOwn ? all : only(all, ({ createdAt }) => createdAt <= payment.at)
  const [payerId, ...rivals] = await likelyPayers(ports, payment, purchases)
  if (rivals.length > 0) return err(CONTESTED)
  const isTheirs = payerId === undefined || payerId === intent.payerId
  if (isTheirs && isOwn) return ok(intent)
  const rightful = payerId && intentAwaiting(payment, only(purchases, isOf(payerId)))
  if (rightful) return ok(rightful)
  return isTheirs ? ok(intent) : err(CONTESTED)
}

const intentMeant = async (
  ports: Pick<Ports, 'store'>,
  { memo }: PaymentOnChain,
): Promise<PaymentIntent | undefined> => (memo === null ? undefined : intentByName(ports, memo))

/**
 * The users one of whose intents a payment may have been made for: none, one, or several. Of several, the one who has
 * proved to hold the wallet is believed.
 */
async function likelyPayers(
  { store }: Pick<Ports, 'store'>,
  payment: PaymentOnChain,
  purchases: Purchases,
): Promise<readonly UserId[]> {
  const payerIds = [...new Set(bestFitting(payment, purchases).map(({ payerId }) => payerId))]
  if (payerIds.length < 2) return payerIds
  const holder = (await store.usersByWallet([payment.from])).get(payment.from)
  return holder && payerIds.includes(holder.id) ? [holder.id] : payerIds
}

const isOf =
  (userId: UserId) =>
  ({ payerId }: PaymentIntent): boolean =>
    payerId === userId

const only = ({ unpaid, paid }: Purchases, isIn: (intent: PaymentIntent) => boolean): Purchases => ({
  unpaid: unpaid.filter(isIn),
  paid: paid.filter(isIn),
})

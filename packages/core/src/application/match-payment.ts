import type { PaymentIntent } from '../domain/payment/payment-intent.ts'
import { intentAwaiting, isMeantFor, type Purchases } from '../domain/payment/payment-purpose.ts'
import type { PaymentOnChain, Ports } from '../ports/index.ts'
import type { Settings } from './settings.ts'

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
 * Whose a payment is that was named for an intent: the one that its sender wrote on it; else, if the intent is of
 * another wallet, or was made by somebody else after the payment, the sender's own that waited for it. A hash is public,
 * and anybody may make an intent for any wallet: naming it must not take a stranger's money.
 */
export async function rightfulIntent(
  ports: Pick<Ports, 'store' | 'clock'>,
  { latePaymentWatchMs }: Settings,
  payment: PaymentOnChain,
  intent: PaymentIntent,
): Promise<PaymentIntent | undefined> {
  if (isMeantFor(intent, payment)) return undefined
  const isOwn = payment.from === intent.wallet
  const wasThere = ({ createdAt }: PaymentIntent) => createdAt <= payment.at
  const isLikely = isOwn && wasThere(intent)
  if (isLikely && payment.memo === null) return undefined
  const { unpaid, paid } = await purchasesOf(ports, payment.from, ports.clock.now() - latePaymentWatchMs)
  const meant = [...unpaid, ...paid].find((other) => isMeantFor(other, payment))
  if (meant) return meant
  if (isLikely) return undefined
  const mayBeRightful = (other: PaymentIntent) =>
    wasThere(other) && !(isOwn && other.payerId === intent.payerId)
  const rightful = intentAwaiting(payment, {
    unpaid: unpaid.filter(mayBeRightful),
    paid: paid.filter(mayBeRightful),
  })
  return rightful?.id === intent.id ? undefined : rightful
}

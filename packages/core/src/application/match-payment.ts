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
 * Whose a payment is that was named for an intent of another wallet: the sender's own intent that waits for it, unless
 * the sender itself said otherwise in its memo. A hash is public; naming it must not take a stranger's money.
 */
export async function rightfulIntent(
  ports: Pick<Ports, 'store' | 'clock'>,
  { latePaymentWatchMs }: Settings,
  payment: PaymentOnChain,
  intent: PaymentIntent,
): Promise<PaymentIntent | undefined> {
  if (payment.from === intent.wallet || isMeantFor(intent, payment)) return undefined
  const { unpaid, paid } = await purchasesOf(ports, payment.from, ports.clock.now() - latePaymentWatchMs)
  const wasThere = ({ createdAt }: PaymentIntent) => createdAt <= payment.at
  const rightful = intentAwaiting(payment, { unpaid: unpaid.filter(wasThere), paid: paid.filter(wasThere) })
  return rightful?.id === intent.id ? undefined : rightful
}

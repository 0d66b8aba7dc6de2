// Loaded with the payment, because the page can be read without it.
import { createClient, type PaymentState } from '@dropkit/client'
import type { PaymentOnPageFragment } from '../api/generated/operations.ts'
import { runFlow } from '../api/run-flow.ts'
import type { Wallet } from '../wallet/wallet.ts'

/** Pays with the client's flow. Throws as `runFlow` does. */
export async function carryPayment(
  wallet: Wallet,
  { id, intentId }: PaymentOnPageFragment,
  onState: (state: PaymentState) => void,
): Promise<void> {
  const client = createClient({ url: location.origin, paymentIntentId: intentId })
  await runFlow({ wallet }, ({ wallet }) => client.pay({ paymentIntentId: id, wallet }), onState)
}

import { parseAmount } from '../../domain/amount.ts'
import type { PaymentIntentStatus } from '../../domain/payment/payment-intent.ts'
import type { SeenPayment } from '../../domain/payment/seen-payment.ts'
import type { Refusal } from '../../domain/refusal.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import { noTextRefusal } from '../../domain/text.ts'
import { parseTxHash } from '../parse-tx-hash.ts'

/** A payment that the caller has seen, as the caller wrote it. */
export interface SeenPaymentInput {
  readonly txHash: string
  /** In the smallest unit of the coin that was paid. */
  readonly receivedAtomic: string
  readonly receivedCoinType: string
  /** Default: not compared. */
  readonly status?: PaymentIntentStatus | null | undefined
}

/** Null if the caller does not say what it saw. */
export function parseSeenPayment(
  input: SeenPaymentInput | null | undefined,
): Result<SeenPayment | null, Refusal> {
  if (input == null) return ok(null)
  const txHash = parseTxHash(input.txHash, 'seen.txHash')
  if (!txHash.ok) return txHash
  const amount = parseAmount(input.receivedAtomic, 'seen.receivedAtomic')
  if (!amount.ok) return amount
  const { receivedCoinType: coinType, status = null } = input
  const noText = noTextRefusal(coinType, 'seen.receivedCoinType')
  return noText ? err(noText) : ok({ txHash: txHash.value, amount: amount.value, coinType, status })
}

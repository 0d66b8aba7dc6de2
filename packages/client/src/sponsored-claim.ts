import { type FlowStep, retryOptions } from './flow-step.ts'
import {
  FlowPrepareSponsoredClaimDocument,
  type FlowPrepareSponsoredClaimMutation,
  FlowSubmitSponsoredClaimDocument,
} from './generated/flow-operations.ts'
import { randomKey } from './idempotency.ts'
import { ok, type Result, refused } from './result.ts'
import { walletRefusal } from './wallet.ts'

type Offer = NonNullable<FlowPrepareSponsoredClaimMutation['prepareSponsoredClaim']>

/**
 * Lets the wallet sign a transaction whose gas the server pays, and lets the server send it. The transaction is stored
 * before the wallet gets it, so a retry submits the same transaction, which the chain executes once. False if the wallet
 * has to pay the gas.
 */
export async function takeSponsored(step: FlowStep, claimId: string): Promise<Result<boolean>> {
  const { parts, wallet, used } = step
  const { storage } = parts
  if (!wallet.signTransaction) return ok(false)
  const name = `sponsored ${claimId}`
  used.push(name)
  let stored = await storage.get(name)
  if (stored === undefined) {
    const prepared = await parts.mutateOnce(
      FlowPrepareSponsoredClaimDocument,
      { claimId },
      randomKey(),
      retryOptions(step),
    )
    if (!prepared.ok) return prepared
    const { prepareSponsoredClaim } = prepared.value
    if (prepareSponsoredClaim === null) return ok(false)
    stored = await storage.putIfAbsent(name, JSON.stringify(prepareSponsoredClaim))
  }
  const { transactionBytes, sponsorship } = JSON.parse(stored) as Offer
  let signature: string
  try {
    signature = await wallet.signTransaction(transactionBytes)
  } catch (error) {
    await storage.delete(name)
    return refused(walletRefusal(error))
  }
  const input = { sponsorship, signature }
  const submitted = await parts.mutateOnce(
    FlowSubmitSponsoredClaimDocument,
    { input },
    randomKey(),
    retryOptions(step),
  )
  if (submitted.ok) return ok(true)
  if (!submitted.refusal.retryable) await storage.delete(name)
  return submitted
}

import {
  MyClaimNowDocument,
  PrepareSponsoredClaimDocument,
  SubmitSponsoredClaimDocument,
} from '../api/generated/operations.ts'
import type { Wallet } from '../wallet/wallet.ts'
import type { ClaimSession } from './claim-session.ts'

/**
 * Takes a reserved share to the chain at the service's cost: the wallet signs, and the service sends. False if the wallet
 * has to pay for the gas itself.
 */
export async function takeSponsoredClaim(
  session: ClaimSession,
  wallet: Wallet,
  claimId: string,
): Promise<boolean> {
  if (!wallet.signTransaction) return false
  try {
    const { prepareSponsoredClaim: offer } = await session.change(PrepareSponsoredClaimDocument, { claimId })
    if (!offer) return false
    session.tell('in_wallet')
    const signature = await wallet.signTransaction(offer.transactionBytes)
    session.tell('confirming')
    const input = { sponsorship: offer.sponsorship, signature }
    await session.change(SubmitSponsoredClaimDocument, { input })
  } catch (fault) {
    // Another tab may have taken it, or the answer was lost.
    const { claim } = await session.read(MyClaimNowDocument, { claimId })
    if (claim?.status !== 'SUBMITTED' && claim?.status !== 'CONFIRMED') throw fault
  }
  return true
}

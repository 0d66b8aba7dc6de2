import {
  MyClaimNowDocument,
  PrepareSponsoredClaimDocument,
  SubmitSponsoredClaimDocument,
} from '../api/generated/operations.ts'
import type { Wallet } from '../wallet/wallet.ts'
import type { ClaimSession } from './claim-session.ts'

/**
 * Claims a reserved share on the chain at the server's cost: the wallet signs, and the server sends. False if the wallet
 * has to pay the gas.
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
    // Another tab may have sent the claim, or the answer was lost.
    const { claim } = await session.read(MyClaimNowDocument, { claimId })
    if (claim?.status !== 'SUBMITTED' && claim?.status !== 'CONFIRMED') throw fault
  }
  return true
}

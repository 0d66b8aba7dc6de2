import { ApiRefusal } from '../api/api-refusal.ts'
import {
  ConfirmClaimDocument,
  DrawClaimDocument,
  MyClaimNowDocument,
  PrepareClaimDocument,
  ReserveClaimDocument,
} from '../api/generated/operations.ts'
import { mayPass } from '../api/with-retries.ts'
import { forgetSent, rememberSent } from '../wallet/sent-transactions.ts'
import type { Wallet } from '../wallet/wallet.ts'
import type { ClaimSession } from './claim-session.ts'
import { withProof } from './with-proof.ts'

interface ClaimOrder {
  readonly dropId: string
  readonly address: string
  /** Where the claim goes instead, as the wallet has signed. */
  readonly recipient: { readonly message: string; readonly signature: string } | null
}

/** Reserves the wallet's share. Returns the claim's id, and whether the wallet claims it on the chain. Safe to repeat. */
export async function reserveClaim(
  session: ClaimSession,
  order: ClaimOrder & { readonly amount: string | null },
): Promise<{ readonly claimId: string; readonly hasVoucher: boolean }> {
  session.tell('reserving')
  const { claimDrop } = await withProof(session, order, (humanProof) =>
    session.change(ReserveClaimDocument, { ...order, humanProof }),
  )
  const claimId = claimDrop?.claim?.id
  if (!claimId) throw new ApiRefusal('The service gave no claim')
  return { claimId, hasVoucher: claimDrop.claimParams !== null }
}

/** Claims a reserved share on the chain. Does nothing if it was already submitted, for example by another tab. */
export async function takeClaim(session: ClaimSession, wallet: Wallet, claimId: string): Promise<void> {
  let txHash: string
  try {
    const { prepareClaim } = await session.change(PrepareClaimDocument, { claimId })
    if (!prepareClaim) throw new ApiRefusal('The service gave no transaction')
    session.tell('in_wallet')
    txHash = await wallet.execute(prepareClaim.transactionBytes)
  } catch (fault) {
    const { claim } = await session.read(MyClaimNowDocument, { claimId })
    if (claim?.status === 'SUBMITTED' || claim?.status === 'CONFIRMED') return
    forgetSent(claimId)
    throw fault
  }
  rememberSent(claimId, Date.now())
  session.tell('confirming')
  try {
    await session.change(ConfirmClaimDocument, { claimId, txHash })
  } catch (fault) {
    // The server also watches the chain, so it finds the transaction later without this call.
    if (!mayPass(fault)) throw fault
  }
}

/**
 * Draws the wallet's amount, which the server delivers. Returns the claim's id; if the amount was already drawn, the id of
 * that claim.
 */
export async function drawClaim(session: ClaimSession, order: ClaimOrder): Promise<string> {
  session.tell('drawing')
  return withProof(session, order, async (humanProof) => {
    const { claimRandomDrop: answer } = await session.change(DrawClaimDocument, { ...order, humanProof })
    const claimId = answer?.claim?.id
    if (claimId) return claimId
    throw new ApiRefusal(answer?.message ?? 'Nothing was drawn', { code: answer?.code })
  })
}

import { RecipientMessageDocument } from '../api/generated/operations.ts'
import type { Wallet } from '../wallet/wallet.ts'
import type { ClaimSession } from './claim-session.ts'

/** Lets the wallet sign that its next claim on the drop goes to another address. */
export async function approveRecipient(
  session: ClaimSession,
  wallet: Wallet,
  { dropId, recipient }: { readonly dropId: string; readonly recipient: string },
): Promise<{ readonly message: string; readonly signature: string }> {
  const { address } = wallet
  const { recipientMessage: message } = await session.read(RecipientMessageDocument, {
    dropId,
    address,
    recipient,
  })
  session.tell('in_wallet')
  return { message, signature: await wallet.signMessage(message) }
}

import { ApiRefusal } from '../../api/api-refusal.ts'
import {
  ConfirmTokenDeploymentDocument,
  PrepareTokenDeploymentDocument,
} from '../../api/generated/operations.ts'
import { request } from '../../api/request.ts'
import { readSaved, save } from '../../session/saved.ts'
import type { Wallet } from '../../wallet/wallet.ts'

const CONFIRM_TRIES = 20
const CONFIRM_EVERY_MS = 1_500

/** Error codes after which the server will never confirm this transaction. */
const DEFINITE = ['BAD_USER_INPUT', 'CONFLICT', 'NOT_FOUND', 'FORBIDDEN', 'TX_FAILED', 'TX_ALREADY_USED']

const placeOf = (tokenId: string): string => `dropkit.deployment.${tokenId}`

/** A transaction that was sent and is not confirmed yet. It is stored, so that no second one is sent for the token. */
export const sentDeployment = (tokenId: string): string | null => readSaved<string>(placeOf(tokenId))

/** Deletes the stored transaction, so that the next attempt sends a new one. */
export const forgetDeployment = (tokenId: string): void => save(placeOf(tokenId), null)

/** Lets the wallet deploy the token. Returns the transaction's hash. */
export async function sendDeployment(tokenId: string, wallet: Wallet): Promise<string> {
  const input = { tokenId, senderAddress: wallet.address }
  const { prepareTokenDeployment: prepared } = await request(PrepareTokenDeploymentDocument, { input })
  if (!prepared) throw new ApiRefusal('The service prepared no transaction')
  const txHash = await wallet.execute(prepared.transactionBytes)
  save(placeOf(tokenId), txHash)
  return txHash
}

/** Reports the transaction to the server until the chain has it, for at most half a minute. */
export async function confirmDeployment(tokenId: string, txHash: string): Promise<void> {
  const idempotencyKey = crypto.randomUUID()
  for (let tries = 1; ; tries++) {
    try {
      await request(ConfirmTokenDeploymentDocument, { input: { tokenId, txHash } }, { idempotencyKey })
      forgetDeployment(tokenId)
      return
    } catch (fault) {
      const isRefusal = fault instanceof ApiRefusal
      if (isRefusal && DEFINITE.includes(fault.code)) forgetDeployment(tokenId)
      if (!(isRefusal && fault.retryable) || tries === CONFIRM_TRIES) throw fault
      await new Promise((resolve) => setTimeout(resolve, CONFIRM_EVERY_MS))
    }
  }
}

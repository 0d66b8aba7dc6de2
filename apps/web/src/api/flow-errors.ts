import { type Refusal, WalletDeclined } from '@dropkit/client'
import type { Wallet } from '../wallet/wallet.ts'
import { mayHaveBeenSent } from '../words/error-words.ts'
import { ApiRefusal } from './errors.ts'

/**
 * A hook's way to choose the wallet, from the page's. If the wallet certainly sent nothing, the flow asks for a new
 * transaction, instead of the same one again.
 */
export const walletOfFlow = (choose: () => Promise<Wallet | null>) => async (): Promise<Wallet | null> => {
  const chosen = await choose()
  return chosen && withDeclinedErrors(chosen)
}

function withDeclinedErrors(wallet: Wallet): Wallet {
  const wrapped = (ask: (given: string) => Promise<string>) => (given: string) =>
    ask(given).catch((cause: unknown) => {
      throw mayHaveBeenSent(cause) ? cause : new WalletDeclined(String(cause), { cause })
    })
  return {
    ...wallet,
    signMessage: wrapped(wallet.signMessage),
    execute: wrapped(wallet.execute),
    ...(wallet.signTransaction && { signTransaction: wrapped(wallet.signTransaction) }),
  }
}

/** Why a flow of the client was refused, as an error: the error of the wallet or of the human check, or an `ApiRefusal`. */
export function flowError({ cause, ...refusal }: Refusal): unknown {
  if (cause !== undefined) return cause instanceof WalletDeclined ? (cause.cause ?? cause) : cause
  const code = refusal.code === 'BAD_ANSWER' ? 'INTERNAL' : refusal.code
  return new ApiRefusal(refusal.message, { ...refusal, code })
}

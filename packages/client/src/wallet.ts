import { messageOf, refusalOf } from './result.ts'

/** A wallet of the chain. Each method may ask the owner first. */
export interface Wallet {
  readonly address: string
  /** Returns the signature of a personal message, base64, in the format of the chain's wallets. */
  signMessage(message: string): Promise<string>
  /**
   * Signs the transaction (base64) unchanged, sends it, and returns its hash. It may be called again with the same
   * transaction, which the chain executes once.
   */
  execute(transactionBytes: string): Promise<string>
  /**
   * Signs the transaction (base64) unchanged, and sends nothing. Returns the signature, base64, in the format of the
   * chain's wallets. Without this method, the wallet pays the gas of all its claims itself.
   */
  signTransaction?(transactionBytes: string): Promise<string>
}

/**
 * Thrown by a wallet that certainly sent nothing, for example because its owner declined. After any other error, the
 * transaction counts as possibly sent, and the wallet is only given the same transaction again, also after it declines that.
 */
export class WalletDeclined extends Error {
  override readonly name = 'WalletDeclined'
}

/** The refusal for a wallet that did not sign or send. */
export const walletRefusal = (error: unknown) =>
  refusalOf('WALLET_DECLINED', messageOf(error), {
    details: { isDeclined: error instanceof WalletDeclined },
    cause: error,
  })

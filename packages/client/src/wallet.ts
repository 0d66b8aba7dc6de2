/** A wallet of the chain. Each method may ask its owner first. */
export interface Wallet {
  readonly address: string
  /** The signature of a personal message, base64, as the chain's wallets write it. */
  signMessage(message: string): Promise<string>
  /**
   * Signs the transaction (base64) exactly as it is, sends it, and gives its hash. It may be called again with the same
   * transaction, which the chain executes once.
   */
  execute(transactionBytes: string): Promise<string>
  /**
   * Signs the transaction (base64) exactly as it is, and sends nothing. Gives the signature, base64, as the chain's wallets
   * write it. Without this method, the wallet pays the gas of all its claims itself.
   */
  signTransaction?(transactionBytes: string): Promise<string>
}

/**
 * Thrown by a wallet that certainly sent nothing, for example because its owner declined. After any other error the
 * transaction counts as possibly sent, and only the same one is given to the wallet again.
 */
export class WalletDeclined extends Error {
  override readonly name = 'WalletDeclined'
}

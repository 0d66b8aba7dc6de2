/** What a wallet will be asked to sign after it was chosen. */
export type WalletPurpose = 'message' | 'transaction'

/** A user's wallet, which signs in and sends transactions. Each method may ask its owner first. */
export interface Wallet {
  /** The name that its owner gave it. */
  readonly name: string
  /** 0x and 64 lower-case digits. */
  readonly address: string
  /** Returns the signature of a personal message, base64, in the format of the chain's wallets. Throws if it is refused. */
  signMessage(message: string): Promise<string>
  /** Signs a transaction (base64), sends it, and returns its hash. Throws if it is refused or fails on the chain. */
  execute(transactionBytes: string): Promise<string>
  /** Signs a transaction (base64) and sends nothing. Returns the signature, base64. Throws if it is refused. */
  signTransaction?(transactionBytes: string): Promise<string>
}

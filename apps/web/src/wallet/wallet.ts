/** Somebody's wallet: it proves to be there, and sends what it is given to the chain. Each may ask its owner first. */
export interface Wallet {
  /** What its owner calls it. */
  readonly name: string
  /** 0x and 64 lower-case digits. */
  readonly address: string
  /** Gives the signature of a personal message as the chain's wallets write it, base64. Throws when it is refused. */
  signMessage(message: string): Promise<string>
  /** Signs a transaction (base64) and sends it; gives its hash. Throws when it is refused or fails on the chain. */
  execute(transactionBytes: string): Promise<string>
  /** Signs a transaction (base64) and sends nothing; gives the signature, base64. Throws when it is refused. */
  signTransaction?(transactionBytes: string): Promise<string>
}

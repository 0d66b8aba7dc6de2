/** What a wallet is asked to sign after it was chosen. */
export type WalletPurpose = 'message' | 'transaction'

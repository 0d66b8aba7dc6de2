/** What a wallet will be asked to sign after it was chosen. */
export type WalletPurpose = 'message' | 'transaction'

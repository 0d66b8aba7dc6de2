/** Whether a transaction failed because the wallet has too little. Wallets and chains have no code for it. */
export const lacksCoins = (fault: unknown): boolean =>
  fault instanceof Error && /insufficient|not enough/i.test(fault.message)

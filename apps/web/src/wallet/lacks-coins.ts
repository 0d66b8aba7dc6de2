import { chainReason } from '../words/chain-reason.ts'

/** Whether a transaction failed because the wallet has too little. Wallets and chains have no code for it. */
export const lacksCoins = (fault: unknown): boolean =>
  fault instanceof Error && chainReason(fault.message)?.startsWith('The wallet has too few coins') === true

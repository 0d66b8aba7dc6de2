import { objectIdOf } from './ledger-records.ts'

/** The service's own account. Vaults are filled from it, and leftovers return to it. */
export const OPERATOR_ADDRESS = objectIdOf('account', 'operator')
/** The account that receives payments and pays refunds. */
export const TREASURY_ADDRESS = objectIdOf('account', 'treasury')
/** The account that sends the coins of the faucet. */
export const FAUCET_ADDRESS = objectIdOf('account', 'faucet')
/** The package whose module holds the vaults. */
export const DROP_PACKAGE_ID = objectIdOf('package', 'drop')

import { objectIdOf } from './ledger-hashes.ts'

/** The service's own account: vaults are filled from it, and left-overs come back to it. */
export const OPERATOR_ADDRESS = objectIdOf('account', 'operator')
/** Payments go here, and refunds leave it. */
export const TREASURY_ADDRESS = objectIdOf('account', 'treasury')
/** Who gives out what comes from the faucet. */
export const FAUCET_ADDRESS = objectIdOf('account', 'faucet')
/** The package whose module holds the vaults. */
export const DROP_PACKAGE_ID = objectIdOf('package', 'drop')

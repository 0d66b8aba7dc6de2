export {
  OPERATOR_ADDRESS as FAKE_CHAIN_OPERATOR_ADDRESS,
  TREASURY_ADDRESS as FAKE_CHAIN_TREASURY_ADDRESS,
} from './fake/fake-accounts.ts'
export * from './fake/fake-chain.ts'
export * from './fake/fake-chain-wallet.ts'
export { createFakeSponsor } from './fake/fake-sponsor.ts'
export type { MoveAbortName } from './fake/move-abort.ts'
export * from './fake/offset-clock.ts'
export * from './link-keys.ts'
export { normalizeType } from './move-types.ts'
export * from './sponsor-budget.ts'
export { VOUCHER_DOMAIN, verifyVoucherSignature, voucherBytes } from './voucher/voucher-signature.ts'
export * from './voucher-signer.ts'
export * from './wallet-verifier.ts'

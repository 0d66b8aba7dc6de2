export { normalizeType } from '@dropkit/core/internal'
export { nodeLinkKeys } from './ed25519-keys.ts'
export * from './fake/fake-chain.ts'
export type { ClockAnswer, FakeChainError, FakeChainWallet, WalletAnswer } from './fake/fake-chain-wallet.ts'
export { createFakeSponsor } from './fake/fake-sponsor.ts'
export {
  type MoveAbortName,
  OPERATOR_ADDRESS as FAKE_CHAIN_OPERATOR_ADDRESS,
  TREASURY_ADDRESS as FAKE_CHAIN_TREASURY_ADDRESS,
} from './fake/ledger-records.ts'
export * from './sponsor-budget.ts'
export {
  createVoucherSigner,
  VOUCHER_DOMAIN,
  type VoucherSignerOptions,
  verifyVoucherSignature,
  voucherBytes,
} from './vouchers.ts'
export * from './wallet-verifier.ts'

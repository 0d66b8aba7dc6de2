export * from './voucher/voucher-bytes.ts'
export { verifyVoucherSignature } from './voucher/voucher-signature.ts'
export * from './voucher-signer.ts'
export * from './wallet-verifier.ts'

export { DropkitProvider, useDropkit } from './provider.ts'
export { type ClaimHook, useClaim } from './use-claim.ts'
export { type Read, useDrop, useEligibility, usePayment } from './use-reads.ts'
export { useWallets } from './use-wallets.ts'

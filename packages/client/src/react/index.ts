export { DropkitProvider, useDropkit } from './provider.ts'
export type { FlowHook, FlowOptions, HookOrder } from './use-flow.ts'
export {
  type ClaimHook,
  type EntryHook,
  type PayHook,
  useClaim,
  useEntry,
  usePay,
} from './use-flows.ts'
export { type Read, useDrop, useEligibility, usePayment } from './use-reads.ts'
export { useWallets } from './use-wallets.ts'

export { DropkitProvider, useDropkit, useWallets } from './provider.ts'
export {
  type ClaimHook,
  type EntryHook,
  type FlowHook,
  type FlowOptions,
  type HookOrder,
  type PayHook,
  useClaim,
  useEntry,
  usePay,
} from './use-flow.ts'
export { type Read, useDrop, useEligibility, usePayment } from './use-reads.ts'

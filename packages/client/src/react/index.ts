export {
  DropkitProvider,
  type Read,
  useDrop,
  useDropkit,
  useEligibility,
  usePayment,
  useWallets,
} from './client.ts'
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

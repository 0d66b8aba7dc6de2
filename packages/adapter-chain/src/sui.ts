// The code that talks to a Sui node. It has its own entry point, because a server on the fake chain need not load the SDK.
export * from './sui/chain-calls.ts'
export type { BreakerView, CallTime } from './sui/circuit-breaker.ts'
export { type CompiledPackage, compiledDropkit } from './sui/coin-template.ts'
export { findRegistrar } from './sui/collections.ts'
export {
  checkPackage,
  gasBalance,
  type NodeFacts,
  nodeFacts,
  type PackageCheck,
  type SuiNode,
} from './sui/node-facts.ts'
export * from './sui/publish-package.ts'
export * from './sui/sponsor.ts'
export { type Sent, signAndSend } from './sui/submit-transaction.ts'
export * from './sui/sui-chain.ts'
export { connectToNode, type NodeAddress, signerFromKey } from './sui/sui-node.ts'
export { type Withdrawn, type WithdrawnShare, withdrawShare } from './sui/withdraw-share.ts'

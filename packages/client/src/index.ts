export type { ClaimLink, ClaimOrder, ClaimState } from './claim-flow.ts'
export {
  type ClientOptions,
  createClient,
  type DropkitClient,
  type MutationOptions,
  type OperationOptions,
} from './client.ts'
export type { EntryOrder, EntryState } from './entry-flow.ts'
export type { FlowClaim, FlowPayment } from './flow.ts'
export * from './generated/operations.ts'
export type { HumanChallenge, ProveHuman } from './human-check.ts'
export type { ItemPrice, PaymentOrder, PaymentState } from './payment-flow.ts'
export type { ClientRefusalCode, Refusal, RefusalCode, Result } from './result.ts'
export type { KeptSession, Session } from './session.ts'
export { browserStorage, type ClientStorage, memoryStorage } from './storage.ts'
export type { SubscribeOptions } from './subscribe.ts'
export { type Document, document } from './transport.ts'
export { type Wallet, WalletDeclined } from './wallet.ts'

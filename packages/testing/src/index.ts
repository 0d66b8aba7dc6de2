export * from './arbitrary/any-amount-and-address.ts'
export * from './arbitrary/any-claim-and-payment.ts'
export * from './arbitrary/any-drop.ts'
export { assertEqual, assertTrue, fail, present, rejection, show } from './assert.ts'
export * from './contract/chain-contract.ts'
export type { ContractKey, OpenedChain, SentByWallet } from './contract/chain-world.ts'
export * from './contract/delivery-queue-contract.ts'
export * from './contract/drop-counts-contract.ts'
export * from './contract/durability-contract.ts'
export * from './contract/idempotency-store-contract.ts'
export * from './contract/job-queue-contract.ts'
export * from './contract/key-value-store-contract.ts'
export * from './contract/retention-contract.ts'
export * from './contract/sample-accounts.ts'
export * from './contract/sample-records.ts'
export * from './contract/small-contracts.ts'
export { openTransactionsOf } from './contract/store-changes.ts'
export * from './contract/store-contract.ts'
export * from './doubles/memory-files.ts'
export {
  createTestSigner,
  hmacSha256,
  pureHashes,
  sha256,
  testOpenId,
  testWalletSignature,
  testWallets,
  toBase64,
  transparentSecrets,
  verifyTestSignature,
} from './doubles/test-cryptography.ts'
export * from './doubles/test-ports.ts'
export { createMemoryAudit } from './memory/memory-audit.ts'
export { createMemoryState, type MemoryState } from './memory/memory-state.ts'
export * from './memory/memory-store.ts'
export type { MemoryRow, MemoryRowListener, MemoryRowsOptions } from './memory/memory-table.ts'
export * from './memory-chain/memory-chain.ts'
export {
  addressFor,
  createMemoryChainState,
  digestOf,
  MEMORY_OPERATOR,
  MEMORY_TREASURY,
  type MemoryChainState,
  stateOf,
} from './memory-chain/memory-ledger.ts'
export * from './model/ledger-commands.ts'
export type { AskedDrop } from './model/ledger-drop-command.ts'
export * from './model/ledger-model.ts'
export {
  assertAuditFindsNothing,
  differencesIn,
  type LedgerHarness,
  type LedgerHarnessFactory,
  type LedgerStorage,
  type LedgerSystem,
  startLedgerSystem,
} from './model/ledger-system.ts'
export {
  hasChangedItem,
  moneyViolations,
  startsOfRefunds,
  takenFrom,
  treasuryViolations,
} from './model/money-rules.ts'
export * from './model/pool-history.ts'
export * from './model/run-ledger-model.ts'
export * from './runner.ts'
export * from './service/test-service.ts'
export { type BugHooks, type PlantedBug, plantedBugs } from './simulator/planted-bugs/planted-bugs.ts'
export { type SimulationResult, simulate } from './simulator/simulate.ts'
export type { SimulationOptions } from './simulator/world.ts'

export type { SealedValue, SealedValues } from './accounts/sealed-values.ts'
export { openAudit } from './audit/open-audit.ts'
export {
  cancelMove,
  type MovedStore,
  type MoveOptions,
  type MoveOutcome,
  type MoveProgress,
  moveStore,
} from './move/move-store.ts'
export { openSqlStorage, type SqlStorage, type SqlStorageOptions, sqlitePathOf } from './open-sql-storage.ts'
export { type BackupFile, copyStore, expectsContent, openBackup } from './sqlite/sqlite-files.ts'
export { LeaseLost, StoreUnavailable } from './store-unavailable.ts'

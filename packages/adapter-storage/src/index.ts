export { openSqlStorage, type SqlStorage, type SqlStorageOptions } from './open-sql-storage.ts'
export { ReceiptLost, StoreUnavailable } from './store-unavailable.ts'

export { openSqlStorage, type SqlStorage, type SqlStorageOptions } from './open-sql-storage.ts'
export { StoreUnavailable } from './store-unavailable.ts'

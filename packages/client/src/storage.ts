/**
 * Stores what must survive a reload or a crash: idempotency keys, sessions, and transactions that a wallet was given. Names
 * and values are strings. A promise resolves after its change is durable. Share one storage between all tabs or processes
 * that act for the same user.
 */
export interface ClientStorage {
  get(name: string): Promise<string | undefined>
  /**
   * Stores `value` unless the name already has a value. Returns the stored value. If calls are concurrent, all of them
   * return the same value.
   */
  putIfAbsent(name: string, value: string): Promise<string>
  set(name: string, value: string): Promise<void>
  delete(name: string): Promise<void>
  /**
   * Runs `work` while no other tab runs work of this name, so that two tabs do not ask a wallet for the same thing. Without
   * this method, the wallet may be asked twice; nothing has two effects in any case.
   */
  exclusively?<Value>(name: string, work: () => Promise<Value>): Promise<Value>
}

/** Stores values in memory, until the process or the page ends. Mutations are then idempotent only within one call. */
export function memoryStorage(): ClientStorage {
  const values = new Map<string, string>()
  return {
    get: async (name) => values.get(name),
    async putIfAbsent(name, value) {
      const stored = values.get(name)
      if (stored === undefined) values.set(name, value)
      return stored ?? value
    },
    async set(name, value) {
      values.set(name, value)
    },
    async delete(name) {
      values.delete(name)
    },
  }
}

/**
 * The part of IndexedDB that this file uses. With the DOM's own types, every program that uses this package would need
 * them.
 */
interface Request<Value> {
  readonly result: Value
  readonly error: unknown
  onsuccess: (() => void) | null
  onerror: (() => void) | null
}
interface OpenRequest extends Request<Database> {
  onupgradeneeded: (() => void) | null
  onblocked: (() => void) | null
}
interface ObjectStore {
  get(name: string): Request<string | undefined>
  put(value: string, name: string): unknown
  delete(name: string): unknown
}
interface Transaction {
  readonly error: unknown
  oncomplete: (() => void) | null
  onabort: (() => void) | null
  objectStore(name: string): ObjectStore
}
interface Database {
  onversionchange: (() => void) | null
  onclose: (() => void) | null
  close(): void
  createObjectStore(name: string): unknown
  transaction(store: string, mode: Mode, options: { readonly durability: 'strict' }): Transaction
}
type Mode = 'readonly' | 'readwrite'

const { indexedDB, navigator } = globalThis as {
  readonly indexedDB?: { open(name: string, version: number): OpenRequest }
  readonly navigator?: {
    readonly locks?: { request<Value>(name: string, work: () => Promise<Value>): Promise<Value> }
  }
}
const STORE = 'values'

/** Stores values in IndexedDB, for all tabs of this origin. If the browser denies access to it, stores them in memory. */
export function browserStorage(databaseName = 'dropkit'): ClientStorage {
  const fallback = memoryStorage()
  let opened: Promise<Database | undefined> | undefined

  const open = (): Promise<Database | undefined> => {
    opened ??= openDatabase(databaseName, () => {
      opened = undefined
    }).catch(() => undefined)
    return opened
  }

  /** Runs `work` in one transaction; its result counts once the transaction is durable. */
  async function within<Value>(
    mode: Mode,
    work: (values: ObjectStore, give: (value: Value) => void) => void,
    otherwise: () => Promise<Value>,
  ): Promise<Value> {
    const database = await open()
    if (database === undefined) return otherwise()
    return new Promise((resolve, reject) => {
      const transaction = database.transaction(STORE, mode, { durability: 'strict' })
      let result: Value | undefined
      transaction.oncomplete = () => resolve(result as Value)
      transaction.onabort = () => reject(transaction.error ?? new Error('IndexedDB aborted a transaction'))
      work(transaction.objectStore(STORE), (value) => {
        result = value
      })
    })
  }

  return {
    get: (name) =>
      within<string | undefined>(
        'readonly',
        (values, give) => {
          const found = values.get(name)
          found.onsuccess = () => give(found.result)
        },
        () => fallback.get(name),
      ),
    putIfAbsent: (name, value) =>
      within<string>(
        'readwrite',
        (values, give) => {
          const found = values.get(name)
          found.onsuccess = () => {
            if (found.result === undefined) values.put(value, name)
            give(found.result ?? value)
          }
        },
        () => fallback.putIfAbsent(name, value),
      ),
    set: (name, value) =>
      within<void>(
        'readwrite',
        (values) => void values.put(value, name),
        () => fallback.set(name, value),
      ),
    delete: (name) =>
      within<void>(
        'readwrite',
        (values) => void values.delete(name),
        () => fallback.delete(name),
      ),
    async exclusively(name, work) {
      // Only pages with TLS have locks, and browsers that block the storage of embedded pages refuse them there.
      if (!navigator?.locks) return work()
      let isStarted = false
      try {
        return await navigator.locks.request(`${databaseName} ${name}`, () => {
          isStarted = true
          return work()
        })
      } catch (error) {
        if (isStarted) throw error
        return work()
      }
    },
  }
}

function openDatabase(name: string, onClosed: () => void): Promise<Database> {
  return new Promise((resolve, reject) => {
    if (indexedDB === undefined) throw new Error('there is no IndexedDB here')
    const request = indexedDB.open(name, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(STORE)
    request.onerror = () => reject(request.error)
    request.onblocked = () => reject(new Error('another tab keeps an older version open'))
    request.onsuccess = () => {
      const database = request.result
      // A later version of this package, or the browser, may need to close the database. The next call opens it again.
      database.onversionchange = () => {
        database.close()
        onClosed()
      }
      database.onclose = onClosed
      resolve(database)
    }
  })
}

/** IndexedDB if the environment has it, otherwise memory. */
export const defaultStorage = (): ClientStorage =>
  indexedDB === undefined ? memoryStorage() : browserStorage()

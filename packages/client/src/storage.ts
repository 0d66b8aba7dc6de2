/**
 * Where the client keeps what must survive a reload or a crash: idempotency keys, sessions, and transactions that a wallet
 * was given. Names and values are strings. A promise resolves after its change is durable. Share one storage between all
 * tabs or processes that act for the same person.
 */
export interface ClientStorage {
  get(name: string): Promise<string | undefined>
  /** Stores `value` unless the name has one. Gives what is stored afterwards. Of concurrent calls, one decides for all. */
  putIfAbsent(name: string, value: string): Promise<string>
  set(name: string, value: string): Promise<void>
  delete(name: string): Promise<void>
}

/** Forgets everything when the process or the page ends: mutations are then idempotent only within their call. */
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

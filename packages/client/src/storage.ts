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

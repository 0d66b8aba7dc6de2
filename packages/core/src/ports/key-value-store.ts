/**
 * A small space of texts by key, for an adapter that has to keep something of its own (the fake chain keeps its
 * ledger here). Keys are at most 400 characters.
 */
export interface KeyValueStore {
  /** What stands under each key; keys without a value are missing from the map. */
  get(keys: readonly string[]): Promise<ReadonlyMap<string, string>>
  /**
   * Locks the keys (in their order as texts, so that two callers never wait for each other), reads them, and writes
   * what `decide` says, all in one transaction. `decide` must be quick, pure and ready to be called again; when it
   * throws, nothing is written. A write of null deletes.
   */
  transact<T>(
    keys: readonly string[],
    decide: (values: ReadonlyMap<string, string>) => {
      readonly writes: ReadonlyMap<string, string | null>
      readonly result: T
    },
  ): Promise<T>
  /** Keys that begin with `prefix`, and their values, in order of keys as bytes, after `after`; at most `limit`. */
  list(
    prefix: string,
    page: { readonly after?: string; readonly limit: number },
  ): Promise<readonly { readonly key: string; readonly value: string }[]>
}

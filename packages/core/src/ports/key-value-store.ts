/**
 * Small texts by key, for adapters with their own state. The fake chain stores its ledger here. Keys have at most 400
 * characters.
 */
export interface KeyValueStore {
  /** The values of these keys. Keys without a value are missing from the map. */
  get(keys: readonly string[]): Promise<ReadonlyMap<string, string>>
  /**
   * Locks the keys (sorted, so that callers cannot deadlock), reads them, and writes what `decide` returns, in one
   * transaction. `decide` must be fast and pure, because it may be called again. If it throws, nothing is written. Writing
   * null deletes a key.
   */
  transact<T>(
    keys: readonly string[],
    decide: (values: ReadonlyMap<string, string>) => {
      readonly writes: ReadonlyMap<string, string | null>
      readonly result: T
    },
  ): Promise<T>
  /** Keys that begin with `prefix` and their values, ordered by key bytes, after `after`; at most `limit`. */
  list(
    prefix: string,
    page: { readonly after?: string; readonly limit: number },
  ): Promise<readonly { readonly key: string; readonly value: string }[]>
}

/** Both ends are inclusive and count from 0, as in HTTP. */
export interface ByteRange {
  readonly from: number
  readonly to: number
}

/** Stores the bytes of uploads under names of hex digits and hyphens. A name is never reused for other bytes. */
export interface Files {
  /** Stores the bytes durably. Repeating it changes nothing. */
  put(contentName: string, bytes: Uint8Array): Promise<void>
  /**
   * The bytes in pieces, or only those of a range that lies within them; undefined if they do not exist. Reads little more
   * than the range from its source.
   */
  read(contentName: string, range?: ByteRange): Promise<AsyncIterable<Uint8Array> | undefined>
  /** Removes the bytes. Not an error if they do not exist. */
  remove(contentName: string): Promise<void>
  /** The media type that the content itself shows, for example `image/png`; null if it cannot be determined. */
  mediaTypeOf(bytes: Uint8Array): Promise<string | null>
  /**
   * Decodes base64, padded or not, URL-safe or not; undefined if the text is invalid (which `Buffer.from` does not report).
   * Must not block the event loop for large texts.
   */
  decodeBase64(text: string): Promise<Uint8Array | undefined>
}

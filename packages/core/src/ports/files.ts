/** Where the bytes of uploads are kept, by names that `newContentName` makes: one is never given to other bytes. */
export interface Files {
  /** Keeps the bytes; doing it again changes nothing. Once it has answered they are there to stay. */
  put(contentName: string, bytes: Uint8Array): Promise<void>
  /** The bytes, in pieces; undefined when they are not there. */
  read(contentName: string): Promise<AsyncIterable<Uint8Array> | undefined>
  /** Lets go of the bytes; fine when they are not there. */
  remove(contentName: string): Promise<void>
  /** What the bytes are by what is in them, for example `image/png`; null when that cannot be told. */
  mediaTypeOf(bytes: Uint8Array): Promise<string | null>
  /** Base64, padded or not, URL-safe or not; undefined when it is none (which `Buffer.from` does not tell). Large texts must not hold the event loop. */
  decodeBase64(text: string): Promise<Uint8Array | undefined>
}

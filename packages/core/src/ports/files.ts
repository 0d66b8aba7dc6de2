/** Stores the bytes of uploads under names from `newContentName`. A name is never reused for other bytes. */
export interface Files {
  /** Stores the bytes durably. Repeating it changes nothing. */
  put(contentName: string, bytes: Uint8Array): Promise<void>
  /** The bytes in pieces; undefined if they do not exist. */
  read(contentName: string): Promise<AsyncIterable<Uint8Array> | undefined>
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

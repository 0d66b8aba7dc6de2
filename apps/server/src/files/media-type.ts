/** Detects the media type from the bytes. Null if it is unknown. */
export async function mediaTypeOf(bytes: Uint8Array): Promise<string | null> {
  const { fileTypeFromBuffer } = await import('file-type')
  try {
    return (await fileTypeFromBuffer(bytes))?.mime ?? null
  } catch {
    // The detector throws on some malformed files, for example truncated ones.
    return null
  }
}

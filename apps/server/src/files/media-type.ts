/** What bytes are by what is in them; null when that cannot be told. */
export async function mediaTypeOf(bytes: Uint8Array): Promise<string | null> {
  const { fileTypeFromBuffer } = await import('file-type')
  try {
    return (await fileTypeFromBuffer(bytes))?.mime ?? null
  } catch {
    // It reads what strangers made, and says of some that they end too early.
    return null
  }
}

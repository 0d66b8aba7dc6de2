/** Both ends are inclusive, as in HTTP. */
export interface ByteRange {
  readonly from: number
  readonly to: number
}

const ONE_RANGE = /^bytes=(?:(\d{1,15})-(\d{1,15})?|-(\d{1,15}))$/

/**
 * Parses a Range header for a content of `sizeBytes` bytes (RFC 9110, 14.1.2). Returns one range, `none` if the range is
 * unsatisfiable, or `all` if there is no header or it may be ignored: several ranges, another unit, or an invalid value.
 */
export function byteRangeOf(header: string | undefined, sizeBytes: number): ByteRange | 'all' | 'none' {
  const match = ONE_RANGE.exec(header?.trim() ?? '')
  if (!match) return 'all'
  const [, first, last, suffix] = match
  if (suffix !== undefined) {
    const length = Math.min(Number(suffix), sizeBytes)
    return length === 0 ? 'none' : { from: sizeBytes - length, to: sizeBytes - 1 }
  }
  const from = Number(first)
  const to = Math.min(last === undefined ? sizeBytes - 1 : Number(last), sizeBytes - 1)
  if (last !== undefined && Number(last) < from) return 'all'
  return from >= sizeBytes ? 'none' : { from, to }
}

/** The bytes from `from` to `to`, both included. The source is not read any further. */
export async function* pieceOf(
  bytes: AsyncIterable<Uint8Array>,
  from: number,
  to: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  let position = 0
  for await (const piece of bytes) {
    const start = Math.max(0, from - position)
    const end = Math.min(piece.length, to + 1 - position)
    if (start < end) yield piece.subarray(start, end)
    position += piece.length
    if (position > to) return
  }
}

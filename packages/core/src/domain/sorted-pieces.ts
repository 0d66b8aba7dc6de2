/** The largest number of texts that are sorted in one step. */
const SORTED_AT_ONCE = 10_000

/** How a long list of texts is cut. */
interface PieceTerms {
  readonly size: number
  /** Texts are grouped by as many of their first characters, so that no long list is sorted in one step. */
  readonly prefixLength: number
}

/**
 * Cuts texts into pieces, in the order of their characters. Rows that are written in the order of their key touch few pages
 * of the store for each piece. If more than 10,000 texts have the same prefix, these are in order, each once, only within
 * each 10,000.
 */
export function createSortedPieces<Text extends string>({ size, prefixLength }: PieceTerms) {
  const byPrefix = new Map<string, Text[]>()
  return {
    add(text: Text): void {
      const prefix = text.slice(0, prefixLength)
      const alike = byPrefix.get(prefix)
      if (alike === undefined) byPrefix.set(prefix, [text])
      else alike.push(text)
    },
    *pieces(): Generator<readonly Text[], void, undefined> {
      let piece: Text[] = []
      for (const prefix of [...byPrefix.keys()].sort()) {
        const alike = byPrefix.get(prefix) ?? []
        for (let from = 0; from < alike.length; from += SORTED_AT_ONCE) {
          let last: Text | undefined
          for (const text of alike.slice(from, from + SORTED_AT_ONCE).sort()) {
            if (text === last) continue
            last = text
            piece.push(text)
            if (piece.length < size) continue
            yield piece
            piece = []
          }
        }
      }
      if (piece.length > 0) yield piece
    },
  }
}

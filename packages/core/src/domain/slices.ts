/**
 * Work on a large input. Each `yield` ends a slice of a few milliseconds at most, so that other work gets its turn between
 * two slices.
 */
export type Slices<T> = Generator<undefined, T, undefined>

/** The characters of a text that are read in one slice. */
export const SLICE_LENGTH = 65_536

/** Does the work without a pause. */
export function allAtOnce<T>(work: Generator<unknown, T, undefined>): T {
  for (;;) {
    const slice = work.next()
    if (slice.done) return slice.value
  }
}

/** The largest number of texts that are sorted in one step. */
const SORTED_AT_ONCE = 10_000

/** How many texts are in a batch, and how they are sorted. */
interface BatchTerms {
  readonly size: number
  /** Texts are grouped by as many of their first characters, so that no long list is sorted in one step. */
  readonly prefixLength: number
}

/**
 * Collects texts, each once, and cuts them into batches in the order of their characters. Rows that are written in the order
 * of their key touch few pages of the store for each batch. If more than 10,000 texts have the same prefix, these are in
 * order only within each 10,000.
 */
export function createSortedBatches<Text extends string>({ size, prefixLength }: BatchTerms) {
  const byPrefix = new Map<string, Set<Text>>()
  return {
    add(text: Text): void {
      const prefix = text.slice(0, prefixLength)
      const alike = byPrefix.get(prefix)
      if (alike === undefined) byPrefix.set(prefix, new Set([text]))
      else alike.add(text)
    },
    *batches(): Generator<readonly Text[], void, undefined> {
      let batch: Text[] = []
      for (const prefix of [...byPrefix.keys()].sort()) {
        const alike = [...(byPrefix.get(prefix) ?? [])]
        for (let from = 0; from < alike.length; from += SORTED_AT_ONCE) {
          for (const text of alike.slice(from, from + SORTED_AT_ONCE).sort()) {
            batch.push(text)
            if (batch.length < size) continue
            yield batch
            batch = []
          }
        }
      }
      if (batch.length > 0) yield batch
    },
  }
}
